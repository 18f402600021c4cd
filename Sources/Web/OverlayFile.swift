/// A file for streaming software that starts before the pages are served: it frames the overlay and
/// shows nothing until the overlay reports that it is live.
package enum OverlayFile {
    /// `url` is the link of the overlay, the only secret in the file. A query in the file's own URL
    /// is passed on.
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

    /// Loads the frame again until the overlay reports: 2 s after a load (in Chromium an error page
    /// loads at once), or after 3 s; every fifth attempt has 10 s, for slow networks. After fifteen
    /// attempts, or 30 s of silence after a report, longer than a reconnect takes, loads the file
    /// again, which may have a newer link. A hidden overlay holds no stream and is not awaited.
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
