//! The browser table: the files of `web/app`, embedded in the program.

use axum::{
    Router,
    extract::Path,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::fmt::Write;

/// A debug build reads them from the disk at each request, so that a change needs no build.
#[derive(RustEmbed)]
#[folder = "../../web/app"]
#[exclude = "*.d.ts"]
struct Files;

/// What the page may do: load what this server has, and talk to it. No inline script, no eval.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The addresses of the page's views; each is the same document, which draws what its address says.
const VIEWS: [&str; 13] = [
    "/",
    "/lobby",
    "/new",
    "/settings",
    "/help",
    "/table/{code}",
    "/replay/{code}/{hand}",
    "/rules/{game}/{profile}",
    "/account",
    "/ratings/{game}/{profile}",
    "/shared/{id}",
    "/duplicate",
    "/duplicate/{id}",
];

/// The routes of the page.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let routes = Router::new().route("/app/{*path}", get(file)).route(
        "/favicon.ico",
        get(|headers: HeaderMap| async move { send("icon.svg", &headers) }),
    );
    VIEWS.iter().fold(routes, |routes, view| {
        routes.route(
            view,
            get(|headers: HeaderMap| async move { send("index.html", &headers) }),
        )
    })
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    send(&path, &headers)
}

/// The file, or that the browser has it already. Browsers ask again each time: the tag changes with
/// the file, the address does not.
fn send(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let tag = tag(&file);
    let mut answer = match headers.get(header::IF_NONE_MATCH) {
        Some(known) if known.as_bytes() == tag.as_bytes() => {
            StatusCode::NOT_MODIFIED.into_response()
        }
        _ => file.data.into_response(),
    };
    let fixed = [
        (header::CONTENT_TYPE, kind(path)),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in fixed {
        answer
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.headers_mut().insert(header::ETAG, tag);
    }
    answer
}

fn tag(file: &EmbeddedFile) -> String {
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..16] {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag + "\""
}

/// The content type. The page has no other files.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_with_its_type_and_only_once() {
        let first = send("index.html", &HeaderMap::new());
        assert_eq!(first.status(), StatusCode::OK);
        let kind = &first.headers()[header::CONTENT_TYPE];
        assert_eq!(kind, "text/html; charset=utf-8");
        let policy = first.headers()[header::CONTENT_SECURITY_POLICY].to_str();
        assert!(!policy.expect("text").contains("unsafe"));

        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        let again = send("index.html", &headers);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let other = send("main.js", &headers);
        assert_eq!(other.status(), StatusCode::OK);
    }

    #[test]
    fn nothing_outside_is_served() {
        for path in ["../package.json", "vendor/types.d.ts", "", "/etc/passwd"] {
            let answer = send(path, &HeaderMap::new());
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn every_file_has_a_known_type() {
        for path in Files::iter() {
            let known = kind(&path) != "text/plain; charset=utf-8" || path.ends_with(".txt");
            assert!(known, "{path}");
        }
    }
}
