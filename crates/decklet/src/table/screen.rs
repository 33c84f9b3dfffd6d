//! Drawing the table on the whole screen.

use super::{
    cards::{self, Tint},
    choices::details,
    describe,
    full::{FullScreen, Overlay},
    seen::PlayerSeen,
    session::Turn,
};
use crate::text::fill;
use ratatui::{
    Frame,
    layout::{Alignment, Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::{Block, BorderType, Clear, Paragraph, Wrap},
};
use unicode_width::UnicodeWidthStr;

/// The smallest window in which everything has its place.
pub const LEAST_WIDTH: u16 = 60;
const OPPONENT_WIDTH: u16 = 24;
/// Everything but the opponents, with two lines of story, or one above a long menu.
const OTHER_ROWS: u16 = 18;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, full: &FullScreen) {
    let area = frame.area();
    let grid = Grid::of(full, area);
    let least_height = grid.height() + OTHER_ROWS;
    if area.width < LEAST_WIDTH || area.height < least_height {
        return too_small(frame, full, least_height);
    }
    let menu_lines = menu_lines(full, area.width);
    let menu_rows = u16::try_from(menu_lines.len()).unwrap_or(1);
    let text = full.message();
    let message_rows = message_rows(&text, area.width, area.height - least_height);
    let [
        title,
        opponents,
        caption,
        table,
        story,
        separator,
        hand,
        message,
        menu,
        keys,
    ] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(grid.height()),
        Constraint::Length(1),
        Constraint::Length(4),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(6),
        Constraint::Length(message_rows),
        Constraint::Length(menu_rows),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(frame, full, title);
    draw_opponents(frame, full, &grid, opponents);
    draw_table(frame, full, caption, table);
    draw_story(frame, full, story);
    draw_hand(frame, full, separator, hand);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let text = Paragraph::new(text).style(bold).wrap(Wrap { trim: true });
    frame.render_widget(text, message);
    frame.render_widget(Paragraph::new(menu_lines), menu);
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Paragraph::new(full.texts().keys).style(dim), keys);
    draw_overlay(frame, full);
}

/// How many rows a message takes that is broken between words; two are always there for a long one,
/// and those that are to spare.
fn message_rows(text: &str, width: u16, spare: u16) -> u16 {
    let rows = |line: &str| match line.width().div_ceil(usize::from(width)) {
        0 | 1 => 1,
        // Rows end before their last column.
        rows => rows + rows / 3,
    };
    let needed = text.lines().map(rows).sum::<usize>().max(1);
    u16::try_from(needed).unwrap_or(u16::MAX).min(2 + spare)
}

fn too_small(frame: &mut Frame<'_>, full: &FullScreen, least_height: u16) {
    let area = frame.area();
    let sizes = [area.width, area.height, LEAST_WIDTH, least_height].map(|n| n.to_string());
    let text = fill(
        full.texts().too_small,
        &sizes.each_ref().map(String::as_str),
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn draw_title(frame: &mut Frame<'_>, full: &FullScreen, area: Rect) {
    let session = &full.session;
    let mut pieces = vec![full.title().to_owned()];
    pieces.extend(describe::table(
        session.kind,
        session.lang,
        &full.seen,
        &session.story,
    ));
    let line = format!(" {}", pieces.join(" · "));
    let style = Style::new().add_modifier(Modifier::REVERSED);
    frame.render_widget(Paragraph::new(line).style(style), area);
}

/// How the opponents' boxes are arranged.
struct Grid {
    per_row: usize,
    rows: u16,
    /// Rows of one box: few opponents get more; in a low window it is a line without a box.
    box_height: u16,
}

impl Grid {
    fn of(full: &FullScreen, area: Rect) -> Self {
        let opponents = full.opponents();
        let shown = opponents
            .iter()
            .any(|player| !full.shown(player).is_empty());
        let opponents = opponents.len();
        let fit = usize::from((area.width / OPPONENT_WIDTH).max(1));
        let per_row = opponents.clamp(1, fit);
        let rows = opponents.div_ceil(per_row);
        let rows = u16::try_from(rows).unwrap_or(u16::MAX);
        let box_height = if rows == 1 { 4 } else { 3 } + u16::from(shown);
        let fits = rows * box_height + OTHER_ROWS <= area.height;
        Self {
            per_row,
            rows,
            box_height: if fits { box_height } else { 1 },
        }
    }

    fn height(&self) -> u16 {
        self.rows * self.box_height
    }
}

fn draw_opponents(frame: &mut Frame<'_>, full: &FullScreen, grid: &Grid, area: Rect) {
    let opponents = full.opponents();
    let rows = Layout::vertical(vec![Constraint::Length(grid.box_height); grid.rows.into()]);
    for (row, players) in rows.split(area).iter().zip(opponents.chunks(grid.per_row)) {
        let columns = Layout::horizontal(vec![Constraint::Fill(1); grid.per_row]);
        for (place, player) in columns.split(*row).iter().zip(players) {
            draw_opponent(frame, full, player, *place);
        }
    }
}

fn draw_opponent(frame: &mut Frame<'_>, full: &FullScreen, player: &PlayerSeen, area: Rect) {
    let seen = &full.seen;
    let on_turn = seen.current_player_id.as_ref() == Some(&player.id) && !seen.is_finished();
    let marker = if on_turn { "► " } else { "" };
    let name = format!(" {marker}{} ", player.name);
    let what = describe::player(full.texts(), seen, player);
    let last = full.session.story.last.get(&player.id);
    let last = last.map_or("", String::as_str);
    let shown = full.shown(player);
    if area.height == 1 {
        let line = clip(&format!("{name} {what}  {last}"), area.width.into());
        return frame.render_widget(Paragraph::new(line), area);
    }
    let texts = if area.height == 3 || (area.height == 4 && !shown.is_empty()) {
        vec![format!(" {what}  {last}"), format!(" {shown}")]
    } else {
        vec![format!(" {what}"), format!(" {last}"), format!(" {shown}")]
    };
    let inner = usize::from(area.width.saturating_sub(2));
    let lines: Vec<_> = texts
        .iter()
        .map(|text| Line::raw(clip(text, inner)))
        .collect();
    let border = match on_turn {
        true => BorderType::Thick,
        false => BorderType::Rounded,
    };
    let block = Block::bordered().border_type(border).title(name);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Shortens a text to a width in columns.
fn clip(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for letter in text.chars() {
        if clipped.width() + 2 > width {
            break;
        }
        clipped.push(letter);
    }
    clipped + "…"
}

fn draw_table(frame: &mut Frame<'_>, full: &FullScreen, caption: Rect, area: Rect) {
    let session = &full.session;
    let text = describe::on_table_caption(session.kind, full.texts(), &full.seen, &session.story);
    frame.render_widget(Paragraph::new(format!("  {text}")), caption);
    let cards = describe::on_table(session.kind, &full.seen, &session.story);
    let fit = usize::from(area.width.saturating_sub(4)) / 3;
    let shown: Vec<Drawn<'_>> = cards
        .iter()
        .take(fit)
        .map(|name| Drawn::lying(name))
        .collect();
    let lines = card_lines(full, &shown, 2);
    // The raised row and the cursor's row stay empty on the table.
    let lines: Vec<Line<'_>> = lines.into_iter().skip(1).take(4).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_story(frame: &mut Frame<'_>, full: &FullScreen, area: Rect) {
    let lines = &full.session.story.lines;
    let height = usize::from(area.height);
    let first = lines.len().saturating_sub(height);
    let lines: Vec<Line<'_>> = lines[first..]
        .iter()
        .map(|line| Line::raw(clip(&format!("  {line}"), area.width.into())))
        .collect();
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Paragraph::new(lines).style(dim), area);
}

fn draw_hand(frame: &mut Frame<'_>, full: &FullScreen, separator: Rect, area: Rect) {
    let seen = &full.seen;
    let me = seen
        .players
        .iter()
        .find(|player| player.id == full.session.my_id());
    if let Some(me) = me {
        let my_turn = seen.current_player_id.as_ref() == Some(&me.id) && !seen.is_finished();
        let marker = if my_turn { "► " } else { "" };
        let what = describe::player(full.texts(), seen, me);
        let last = full.session.story.last.get(&me.id);
        let last = last.map_or(String::new(), |last| format!("  ({last})"));
        let text = format!("── {marker}{} · {what}{last} ", me.name);
        let text = clip(&text, separator.width.into());
        let rest = usize::from(separator.width).saturating_sub(text.width());
        frame.render_widget(Paragraph::new(text + &"─".repeat(rest)), separator);
    }
    let hand = &full.hand;
    let fit = (usize::from(area.width).saturating_sub(14) / 3).max(1);
    let count = hand.cards.len();
    let fits = count * 3 + 3 <= usize::from(area.width);
    let window = if fits { count } else { fit };
    let first = if fits {
        0
    } else {
        hand.cursor.saturating_sub(window / 2).min(count - window)
    };
    let drawn: Vec<Drawn<'_>> = (first..(first + window).min(count))
        .map(|place| Drawn {
            name: &hand.cards[place],
            raised: hand.is_chosen(&hand.cards[place]),
            cursor: place == hand.cursor,
        })
        .collect();
    let left = if first > 0 {
        format!("‹{first}")
    } else {
        String::new()
    };
    let indent = if fits { 1 } else { 6 };
    let mut lines = card_lines(full, &drawn, indent);
    let after = count - (first + drawn.len());
    if let Some(line) = lines.get_mut(2) {
        if first > 0 {
            line.spans[0] = Span::raw(format!("{left:>5} "));
        }
        if after > 0 {
            line.spans.push(Span::raw(format!(" {after}›")));
        }
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// A card to draw.
struct Drawn<'a> {
    name: &'a str,
    raised: bool,
    cursor: bool,
}

impl<'a> Drawn<'a> {
    fn lying(name: &'a str) -> Self {
        Self {
            name,
            raised: false,
            cursor: false,
        }
    }
}

/// Overlapping cards in six rows: one to raise selected cards into, four of card, one for the
/// cursor.
fn card_lines(full: &FullScreen, cards: &[Drawn<'_>], indent: usize) -> Vec<Line<'static>> {
    let mut rows: Vec<Vec<Span<'static>>> = vec![vec![Span::raw(" ".repeat(indent))]; 6];
    for (place, card) in cards.iter().enumerate() {
        let face = cards::face(full.session.kind, full.session.lang, card.name);
        let style = full.style(face.tint);
        let style = if card.raised {
            style.add_modifier(Modifier::BOLD)
        } else {
            style
        };
        let top = usize::from(!card.raised);
        let is_last = place + 1 == cards.len();
        let corner = |text: &str| {
            if is_last {
                text.to_owned()
            } else {
                String::new()
            }
        };
        for (row, spans) in rows.iter_mut().enumerate() {
            match row.checked_sub(top) {
                Some(0) => spans.push(Span::raw(format!("╭──{}", corner("╮")))),
                Some(part @ (1 | 2)) => {
                    let text = if part == 1 { &face.top } else { &face.bottom };
                    spans.push(Span::raw("│"));
                    spans.push(Span::styled(padded(text), style));
                    spans.push(Span::raw(corner("│")));
                }
                Some(3) => spans.push(Span::raw(format!("╰──{}", corner("╯")))),
                _ if row == 5 && card.cursor => spans.push(Span::raw(" ▲ ")),
                _ => spans.push(Span::raw("   ")),
            }
        }
    }
    rows.into_iter().map(Line::from).collect()
}

/// Two columns.
fn padded(text: &str) -> String {
    format!("{text}{}", " ".repeat(2_usize.saturating_sub(text.width())))
}

/// The menu, on more than one line where it is long, as of whom to swap hands with.
fn menu_lines(full: &FullScreen, width: u16) -> Vec<Line<'static>> {
    if full.session.turn() == Turn::Over {
        return vec![Line::raw(match full.goes_on() {
            true => full.texts().next_round,
            false => full.texts().over,
        })];
    }
    let mut lines = vec![Line::default()];
    for button in &full.choices.buttons {
        let key = Style::new().add_modifier(Modifier::REVERSED);
        let spans = [
            Span::styled(format!(" {} ", button.key), key),
            Span::raw(format!(" {}  ", button.text)),
        ];
        let needed: usize = spans.iter().map(Span::width).sum();
        let last = lines.last().map_or(0, Line::width);
        if last > 0 && last + needed > usize::from(width) {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.spans.extend(spans);
        }
    }
    lines
}

fn draw_overlay(frame: &mut Frame<'_>, full: &FullScreen) {
    let (title, text) = match &full.overlay {
        Overlay::None => return,
        Overlay::Help => (full.texts().help_title, full.texts().help.to_owned()),
        Overlay::Ways(ways) => {
            let lines = (1..)
                .zip(ways)
                .map(|(n, way)| format!("{n}  {}", details(way)));
            (full.texts().which, lines.collect::<Vec<_>>().join("\n"))
        }
    };
    let widest = text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let width = u16::try_from(widest.max(title.width()) + 4).unwrap_or(u16::MAX);
    let height = u16::try_from(text.lines().count() + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), width, height);
    let block = Block::bordered()
        .border_type(BorderType::Double)
        .title(title)
        .title_alignment(Alignment::Left);
    clear(frame, area);
    frame.render_widget(Paragraph::new(text).block(block), area);
}

/// Empties an area, and the cell before it where a character of two columns would be cut in half.
fn clear(frame: &mut Frame<'_>, area: Rect) {
    frame.render_widget(Clear, area);
    let Some(before) = area.x.checked_sub(1) else {
        return;
    };
    for row in area.y..area.bottom() {
        let cell = &mut frame.buffer_mut()[(before, row)];
        if cell.symbol().width() > 1 {
            cell.set_symbol(" ");
        }
    }
}

fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// The terminal's colour for a tint.
pub fn color(tint: Tint) -> Option<Color> {
    match tint {
        Tint::Plain => None,
        Tint::Red => Some(Color::Red),
        Tint::Yellow => Some(Color::Yellow),
        Tint::Green => Some(Color::Green),
        Tint::Blue => Some(Color::Blue),
    }
}
