//! The report of an arena as one page: no script, nothing to load.

use decklet::bots::arena::{Estimate, Report};
use std::fmt::Write;

/// The whole page.
pub fn page(report: &Report, profile: &str, thinking: &str) -> String {
    let title = format!("{} by {profile}", report.game);
    let mut body = format!(
        "<h1>{}</h1>\n<p>{} deals, {} games each, {}; experts think for {}. Bars are 95 % intervals by \
         deal.</p>\n",
        escape(&title),
        report.deals,
        report.games_per_deal,
        escape(&report.deals_from),
        escape(thinking),
    );
    let rows = |of: fn(&decklet::bots::arena::AgentReport) -> Option<Estimate>| {
        let agents = report.agents.iter();
        let known = agents.filter_map(move |agent| Some((agent.name.as_str(), of(agent)?)));
        known.collect::<Vec<_>>()
    };
    let even = 100.0 / report.agents.len().max(1) as f64;
    let points = match report.counts_points() {
        true => rows(|agent| Some(agent.adp)),
        false => Vec::new(),
    };
    let charts = [
        (
            "Games won (WP), %",
            even,
            scaled(rows(|agent| Some(agent.wp)), 100.0),
        ),
        ("Points a game (ADP)", 0.0, points),
        (
            "Won as landlord, %",
            50.0,
            scaled(rows(|agent| Some(agent.landlord?.wp)), 100.0),
        ),
        (
            "Won as farmer, %",
            50.0,
            scaled(rows(|agent| Some(agent.farmer?.wp)), 100.0),
        ),
        ("Elo", 0.0, rows(|agent| Some(agent.elo))),
    ];
    for (name, even, rows) in &charts {
        if !rows.is_empty() {
            let _ = write!(body, "<h2>{name}</h2>\n{}", chart(rows, *even));
        }
    }
    body.push_str(&table(report));
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>\n<style>{STYLE}</style>\
         </head>\n<body>\n{body}</body></html>\n",
        escape(&title)
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;\
color:#1b1b1b;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin:1.5rem 0 .3rem}\
svg{width:100%;height:auto}svg text{font:13px system-ui,sans-serif;fill:currentColor}\
table{border-collapse:collapse;margin-top:1.5rem}td,th{padding:.2rem .8rem;text-align:right;\
border-bottom:1px solid #ccc}th:first-child,td:first-child{text-align:left}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}td,th{border-color:#444}}";

fn scaled(rows: Vec<(&str, Estimate)>, by: f64) -> Vec<(&str, Estimate)> {
    let scale = |estimate: Estimate| Estimate {
        mean: estimate.mean * by,
        low: estimate.low * by,
        high: estimate.high * by,
        ..estimate
    };
    rows.into_iter()
        .map(|(name, estimate)| (name, scale(estimate)))
        .collect()
}

const LEFT: f64 = 150.0;
const WIDTH: f64 = 640.0;
const ROW: f64 = 34.0;

/// A bar for each row from the even value to its mean, with its interval.
fn chart(rows: &[(&str, Estimate)], even: f64) -> String {
    let ends = rows
        .iter()
        .flat_map(|(_, estimate)| [estimate.low, estimate.high]);
    let (low, high) = ends.fold((even, even), |(low, high), end| {
        (low.min(end), high.max(end))
    });
    let span = (high - low).max(1e-9);
    let x = |value: f64| LEFT + (value - low) / span * (WIDTH - LEFT - 90.0);
    let height = ROW * rows.len() as f64 + 8.0;
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n");
    for (number, (name, estimate)) in rows.iter().enumerate() {
        let y = ROW * number as f64 + 6.0;
        let (from, to) = (x(even.min(estimate.mean)), x(even.max(estimate.mean)));
        let color = if estimate.mean >= even {
            "#2e7d32"
        } else {
            "#b3542d"
        };
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{from:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"20\" fill=\"{color}\"/>\
             <path d=\"M{:.1} {:.1}H{:.1}\" stroke=\"currentColor\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{:.1}</text>",
            LEFT - 10.0,
            y + 15.0,
            escape(name),
            (to - from).max(1.0),
            x(estimate.low),
            y + 10.0,
            x(estimate.high),
            x(high.max(estimate.high)) + 8.0,
            y + 15.0,
            estimate.mean,
        );
    }
    let line = x(even);
    let _ = writeln!(
        svg,
        "<path d=\"M{line:.1} 0V{height}\" stroke=\"currentColor\" stroke-dasharray=\"3 3\"/></svg>"
    );
    svg
}

fn table(report: &Report) -> String {
    let mut text = String::from(
        "<table><tr><th>agent</th><th>WP %</th><th>interval</th><th>ADP</th><th>interval</th>\
         <th>decisions/s</th><th>lost by an error</th></tr>\n",
    );
    for agent in &report.agents {
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{:.1}</td><td>{:.1} to {:.1}</td><td>{:.3}</td><td>{:.3} to {:.3}</td>\
             <td>{:.0}</td><td>{}</td></tr>",
            escape(&agent.name),
            agent.wp.mean * 100.0,
            agent.wp.low * 100.0,
            agent.wp.high * 100.0,
            agent.adp.mean,
            agent.adp.low,
            agent.adp.high,
            agent.decisions_per_second,
            agent.faults,
        );
    }
    text.push_str("</table>\n");
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
