//! English.

use super::{Lang, Texts};

pub const TEXTS: Texts = Texts {
    lang: Lang::En,
    doudizhu: "Dou Dizhu",
    uno: "UNO",
    you: "You",
    bot: "Bot {}",
    says: ": ",

    phase: &[
        ("READY", "getting ready"),
        ("BIDDING", "bidding"),
        ("BOTTOM", "bottom cards"),
        ("DOUBLING", "doubling"),
        ("PLAYING", "playing"),
        ("FINISHED", "finished"),
    ],
    multiplier: "multiplier ×{}",
    base: "bid {}",
    bottom: "bottom cards {}",
    color: "colour {}",
    no_color: "to be named",
    clockwise: "→ clockwise",
    counterclockwise: "← counterclockwise",
    draw_pile: "draw pile {}",
    discard: "discard pile {}",
    penalty: "open penalty +{}",

    landlord: "landlord",
    farmer: "farmer",
    cards: "{} cards",
    one_card: "1 card!",
    on_table: "on the table, by {}",
    lead: "the table is empty · to lead: {}",
    your_hand: "your hand",
    points: "Points: {}.",
    spring: "Spring!",

    actions: &[
        ("PASS", "pass"),
        ("DRAW_CARD", "draw"),
        ("END_TURN", "end turn"),
        ("READY", "ready"),
        ("SHOW_CARDS", "show my cards"),
        ("CALL_LANDLORD", "call landlord"),
        ("CALL_LANDLORD no", "no call"),
        ("ROB_LANDLORD", "rob landlord"),
        ("ROB_LANDLORD no", "no rob"),
        ("BID 0", "no bid"),
        ("DOUBLE", "double"),
        ("SUPER_DOUBLE", "super double"),
        ("NO_DOUBLE", "no double"),
        ("CHALLENGE", "challenge"),
        ("ACCEPT", "accept and draw"),
        ("CALL_UNO", "call UNO!"),
    ],
    bid: "bid {}",
    swap_with: "swap with {}",
    catch: "catch {}",
    double: "multiply by {}",
    colors: ["red", "yellow", "green", "blue"],

    events: &[
        ("DDZ_PLAYER_PASSED", "pass"),
        ("DDZ_READY", "ready"),
        ("DDZ_CARDS_SHOWN", "cards shown to all, ×{}"),
        (
            "DDZ_BOTTOM_CARDS_REVEALED",
            "landlord, takes the bottom cards",
        ),
        ("DDZ_BOMB_PLAYED", "Bomb! The multiplier is ×{}"),
        ("DDZ_ROCKET_PLAYED", "Rocket! The multiplier is ×{}"),
        (
            "DECK_RESHUFFLED",
            "The discard pile is shuffled: {} cards to draw.",
        ),
        ("UNO_PLAYER_SKIPPED", "skipped"),
        ("UNO_PLAYER_REVERSED", "direction reversed"),
        ("UNO_COLOR_CHOSEN", "colour {}"),
        ("UNO_CALLED", "UNO!"),
        ("UNO_CAUGHT", "caught without calling UNO"),
        ("UNO_CHALLENGED", "challenge!"),
        ("UNO_HANDS_MOVED swapped", "Hands are swapped."),
        ("UNO_HANDS_MOVED rotated", "All hands move on by one seat."),
        (
            "UNO_HANDS_MOVED shuffled",
            "All hands are shuffled and dealt again.",
        ),
        ("UNO_ACCEPTED", "accepts"),
        ("UNO_PENALTY_OPENED", "must draw {}, or pass it on"),
        ("UNO_PENALTY", "penalty of {}"),
        (
            "UNO_INITIAL_FLIPPED",
            "The cards are dealt; the first card is {}.",
        ),
        ("UNO_HAND_SHOWN", "shows you {}"),
        ("UNO_COLOR_CHANGED", "colour {}"),
    ],
    plays: "{}",
    draws: "draws {}",
    draws_what: "draws {}",
    dealt: "The cards are dealt.",
    won: "{} wins.",
    won_together: "{} win.",
    you_won: "You win!",
    nobody_won: "The game ends without a winner.",
    landlord_won: "The landlord wins.",
    farmers_won: "The farmers win.",

    round_of: "round {} of {}",
    round_to: "round {}, to {} points",
    one_point: "1 point",
    total_points: "{} points",
    total_won: "{} won",
    score: "Score after round {}: {}.",
    rounds_won: "Rounds won after round {}: {}.",
    won_match: "{} wins the match.",
    won_match_together: "{} win the match.",
    you_won_match: "You win the match!",
    nobody_won_match: "Nobody wins the match.",
    next_round: "Press Enter for the next round, q to leave.",

    your_turn: "Your turn.",
    thinks: "{} is thinking …",
    select_first: "Select cards with ←/→ and space, then press Enter; h shows what could be played.",
    no_hint: "There is nothing to hint at now.",
    hint: "Hint: {}: {}",
    expected: " ({} points expected)",
    only_pass: "You have nothing that beats it: press p to pass.",
    only_end: "You cannot play the card: press p to end your turn.",
    which: "These cards can be read in several ways. Which one?",
    not_now: "It is not your turn.",
    cannot: "That cannot be done now.",
    over: "The game is over. Press q to leave.",
    saved: "The game is saved in {}",
    too_small: "This window has {}×{} characters; the table needs at least {}×{}.\nMake it larger, or leave with q and use --plain.",
    keys: "←→ move  space select  Enter play  h hint  ? help  q quit",
    help_title: "Help (any key closes it)",
    help: "← →  (also j, k)   move along your cards
space or ↑         select a card, or put it back
Enter              play the selected cards
h                  hint: the expert's move, then any legal one
u or Esc           clear the selection
p                  pass, or end your turn
d                  draw a card
1 to 9             choose what the menu offers (colours: 1-4)
?                  this help
q                  leave; the game is saved and can be resumed

B Jo, R Jo: small and big joker.  R Y G B: colours, W: wild,
Sk: skip, Rv: reverse",
    plain_help: "Type one of:
  a number        take that choice of the menu
  cards           play them: 334 or 10 10 (Dou Dizhu); r5, b+2, gskip, wild (UNO)
  p               pass, or end your turn
  d               draw a card
  h               a hint, and everything that can be played
  h1, h2, …       play that
  t               describe the table again
  q               leave; the game is saved",
    plain_prompt: "> ",
    unknown_card: "\"{}\" is no card of your hand.",
    no_such_choice: "There is no choice {}.",
};
