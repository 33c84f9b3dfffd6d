//! English.

use super::Texts;

pub const TEXTS: Texts = Texts {
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
        ("DDZ_CARDS_SHOWN", "cards shown to all"),
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

    your_turn: "Your turn.",
    thinks: "{} is thinking …",
    select_first: "Select cards with ←/→ and space, then press Enter; h shows what could be played.",
    no_hint: "There is nothing to hint at now.",
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
h                  hint: shows one legal play after the other
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
  h               list everything that can be played
  t               describe the table again
  q               leave; the game is saved",
    plain_prompt: "> ",
    unknown_card: "\"{}\" is no card of your hand.",
    no_such_choice: "There is no choice {}.",

    denials: &[
        ("SYSTEM_ACTION", "Only the game itself does that."),
        ("BAD_ACTION", "That is no move of this game."),
        ("CASCADE_LIMIT", "The game could not carry that out."),
        (
            "PLUGIN_FAULT",
            "The game made a mistake; nothing has changed.",
        ),
        ("ALREADY_WON", "The game is over."),
        ("NOT_STARTED", "The game is not running."),
        (
            "WRONG_PHASE",
            "That is not possible in this phase of the game.",
        ),
        ("NO_PLAYER", "Nobody was named as the player."),
        ("NOT_YOUR_TURN", "It is not your turn."),
        ("NO_CARDS", "No cards are selected."),
        ("TOO_MANY_CARDS", "Nobody may play so many cards at once."),
        ("NO_HAND", "There is no hand to play from."),
        ("NOT_OWNED", "You do not have these cards."),
        ("DUPLICATE_CARDS", "A card is named twice."),
        ("CARD_NOT_FOUND", "There is no such card."),
        (
            "INVALID_COMBINATION",
            "These cards cannot be played together.",
        ),
        ("DOES_NOT_BEAT", "These cards do not beat the last play."),
        (
            "CANNOT_PASS_FIRST",
            "You lead: play something, you cannot pass.",
        ),
        ("INVALID_PAYLOAD", "That is no valid answer here."),
        ("CANDIDATE_SET", "Somebody has called already."),
        ("NOT_YOUR_BID", "It is not your turn to bid."),
        ("NO_CANDIDATE", "Nobody has called yet."),
        ("SELF_ROB", "You cannot rob yourself."),
        ("BAD_STATE", "The landlord is not at the table."),
        ("NOT_YOUR_ROB", "It is not your turn to rob."),
        ("ALREADY_SHOWN", "You have shown your cards already."),
        ("BID_TOO_LOW", "Bid more than the last bid, or nothing."),
        (
            "ALREADY_DOUBLED",
            "You have decided about doubling already.",
        ),
        ("NOT_SINGLE", "Play exactly one card."),
        (
            "CANNOT_PLAY",
            "The card matches neither the colour nor the card on top.",
        ),
        (
            "WD4_ILLEGAL",
            "You have a card of the current colour, so no Wild Draw Four.",
        ),
        (
            "INVALID_COLOR",
            "That is no colour: red, yellow, green or blue.",
        ),
        ("NOT_PENDING", "Nobody waits for a colour now."),
        ("COLOR_PENDING", "First name a colour."),
        ("ALREADY_DREW", "You have drawn in this turn already."),
        (
            "ONLY_DRAWN_CARD",
            "After drawing only the drawn card may be played.",
        ),
        ("MUST_DRAW", "First draw a card or play one."),
        ("TARGET_PENDING", "First choose whom to swap hands with."),
        (
            "CHALLENGE_PENDING",
            "First challenge the Wild Draw Four, or accept it.",
        ),
        (
            "PENALTY_DUE",
            "First take the open penalty, or pass it on with a card that may.",
        ),
        ("MUST_PLAY", "You have a card that can be played: play it."),
        ("WILD_ON_WILD", "No wild card on a wild card."),
        ("LAST_CARD", "This card cannot be your last one."),
        ("TARGET_NOT_PENDING", "Nobody has to be chosen now."),
        ("INVALID_TARGET", "That is no other player."),
        (
            "NOTHING_TO_CHALLENGE",
            "There is no Wild Draw Four to challenge or accept.",
        ),
        ("CALL_NOT_DUE", "There is no reason to call UNO now."),
        (
            "ALREADY_CALLED",
            "UNO has been called in this turn already.",
        ),
        ("NOTHING_TO_CATCH", "That player cannot be caught now."),
        ("CANNOT_SHOW", "Cards cannot be shown now."),
        (
            "NOT_OFFERED",
            "These rules do not offer that play from your hand.",
        ),
    ],
};
