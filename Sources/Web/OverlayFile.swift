/// A file for the program of a stream that is there before the pages are: it frames the overlay, and
/// shows nothing until that says that it is live.
package enum OverlayFile {
    /// `url` is the link of the overlay, the one secret in the file. A query behind the file's own
    /// address is passed on.
    package static func text(_ url: String) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>overlay - scored</title>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        script-src '\(DoorRules.source(script))'; style-src '\(DoorRules.source(style))'; \
        frame-src \(PageText.escaped(url)); base-uri 'none'; form-action 'none'">
        <meta name="referrer" content="no-referrer">
        <style>\(style)</style></head>
        <body><iframe title="overlay" sandbox="allow-scripts allow-same-origin" \
        data-src="\(PageText.escaped(url))"></iframe><script>\(script)</script></body></html>

        """
    }

    private static let style =
        "html,body,iframe{margin:0;border:0;width:100%;height:100%;overflow:hidden;"
        + "background:transparent}iframe{position:fixed;inset:0;visibility:hidden}"

    /// Frames the overlay again until it is heard: 2 s after it was loaded, which in Chromium an error page
    /// is at once, or after 3 s; on a slow network every fifth attempt has 10 s. After fifteen attempts, or when an overlay that was heard is silent for
    /// 30 s, which is longer than it takes to come back, the file is read again: a newer one may have
    /// another link. An overlay that nobody looks at holds no stream, so it is not waited for.
    private static let script = PageScript.sent(
        #"""
        (function () {
        'use strict';
        var d = document, frame = d.querySelector('iframe'), url = frame.dataset.src;
        var asked = new URLSearchParams(location.search), words = [], tries = 0, due = 0, isHeard;
        ['show', 'anchor', 'theme', 'scale', 'side'].forEach(name => {
          if (asked.has(name)) words.push(name + '=' + encodeURIComponent(asked.get(name)));
        });
        function wait(ms) { due = performance.now() + ms; }
        addEventListener('message', e => {
          if (e.source !== frame.contentWindow || e.origin !== new URL(url).origin) return;
          isHeard = true;
          frame.style.visibility = 'visible';
          wait(30000);
        });
        frame.addEventListener('load', () => { if (!isHeard) wait(2000); });
        setInterval(() => {
          if (d.hidden) wait(isHeard ? 30000 : 0);
          else if (performance.now() < due) return;
          else if (isHeard || ++tries > 15) location.reload();
          else {
            wait(tries % 5 ? 3000 : 10000);
            frame.src = url + '?' + words.join('&');
          }
        }, 250);
        })();

        """#)
}
