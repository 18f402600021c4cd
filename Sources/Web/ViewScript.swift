/// The script that all pages share: ES2018, without a dependency. It sets text, hidden, a class of
/// a fixed list, the source of a picture, and rows that it clones from a template; nothing that it
/// receives becomes markup. A row under a key that its list did not have is marked as new until it has
/// come in.
enum PageScript {
    /// The beginning of a script; the end, with the closing brace, is that of its page. It reads
    /// the stream that `ask` gives. Each line `data: {…}` holds names with their values
    /// (`PageValue`); any byte shows that the stream lives. After 5 s without one, or at once when
    /// it closes or the network goes, the page says that it is stale and tries again: at once after
    /// a silence, after 0.25, 0.5, then 1 s after a refusal. An unanswered attempt is abandoned
    /// after 1 s, since each begins with a packet; from the thirteenth on after 4 s, for slow
    /// networks. Chromium keeps connecting for abandoned ones, ever less often, six at most,
    /// counted apart with and without credentials: every other attempt has none. A hidden page
    /// holds no stream. A framed page tells its frame what it received.
    ///
    /// The phone's page has it too. A page is *stale* after 5 s without a byte; the server sends a
    /// comment every 2 s (`WebLimits.commentTime`).
    static let opening = #"""
        (function () {
        'use strict';
        var d = document, tones = ['good', 'attention', 'bad', 'faint'], names = {};
        var stale = d.getElementById('stale'), control, watch, wait, tries = 0, face, read;
        d.querySelectorAll('[data-n]').forEach(e => {
          (names[e.dataset.n] = names[e.dataset.n] || []).push(e);
        });
        function tone(e, t) {
          tones.forEach(c => { e.classList.toggle(c, c === t); });
        }
        function text(e, s) {
          if (e.textContent !== s) e.textContent = s;
          e.hidden = !s;
        }
        function rows(e, list) {
          var form = e.querySelector('template'), old = new Map(), at;
          Array.from(e.children).forEach(c => {
            if (c !== form) old.set(c.dataset.k, c);
          });
          var kept = list.map(r => {
            var k = r.k || r, n = old.get(k);
            if (!n) {
              n = form.content.firstElementChild.cloneNode(true);
              n.classList.add('new');
            }
            old.delete(k);
            n.dataset.k = k;
            if (!r.k) return n;
            tone(n, r.t);
            while (n.children.length < r.c.length)
              n.appendChild(n.lastElementChild.cloneNode());
            while (n.children.length > r.c.length) n.lastElementChild.remove();
            r.c.forEach(function (s, i) {
              if (n.children[i].textContent !== s) n.children[i].textContent = s;
            });
            return n;
          });
          old.forEach(n => { n.remove(); });
          at = form.nextElementSibling;
          kept.forEach(n => {
            if (n === at) at = at.nextElementSibling; else e.insertBefore(n, at);
          });
        }
        d.addEventListener('animationend', e => { e.target.classList.remove('new'); });
        function two(n) { return (n < 10 ? '0' : '') + n; }
        function reading() {
          if (!face || face.ms === null) return null;
          var past = face.run ? face.age + performance.now() - read : 0;
          return face.down ? Math.max(0, face.ms - past) : face.ms + past;
        }
        function tick() {
          var ms = reading(), s = '';
          if (ms !== null) {
            s = two(Math.floor(ms / 60000)) + ':' + two(Math.floor(ms / 1000) % 60);
            if (face.down && ms < 60000) s += '.' + Math.floor(ms / 100) % 10;
          }
          if (face) (names.clock || []).forEach(e => { text(e, s); });
        }
        function show(values) {
          Object.keys(values).forEach(name => {
            var v = values[name];
            if (v.ms !== undefined) { face = v; read = performance.now(); return tick(); }
            (names[name] || []).forEach(e => {
              if (Array.isArray(v)) rows(e, v);
              else if (v.v !== undefined) {
                e.hidden = !v.v;
                if (v.v) e.src = e.dataset.src + '?' + v.v;
              } else { text(e, v.x === undefined ? v : v.x); tone(e, v.t); }
            });
          });
        }
        function mark(isStale) {
          if (stale) stale.hidden = !isStale;
          d.body.classList.toggle('stale', isStale);
        }
        function stop() {
          clearTimeout(watch);
          clearTimeout(wait);
          if (control) control.abort();
          control = null;
        }
        function again(ms) {
          stop();
          mark(true);
          if (!d.hidden) wait = setTimeout(open, ms);
        }
        function refused() { again(Math.min(1000, 250 << Math.min(2, tries))); }
        function alive(ms) {
          clearTimeout(watch);
          watch = setTimeout(again, ms, 0);
        }
        function ask(signal, credentials) {
          return fetch(location.pathname + '/stream', {signal, credentials});
        }
        function open() {
          stop();
          if (d.hidden) return;
          var own = control = new AbortController(), decoder = new TextDecoder(), rest = '';
          alive(tries++ < 12 ? 1000 : 4000);
          ask(own.signal, tries % 2 ? 'include' : 'omit').then(answer => {
            if (answer.status !== 200) throw 0;
            var reader = answer.body.getReader();
            function next(part) {
              if (own !== control || part.done) throw 0;
              alive(5000);
              tries = 0;
              var lines = (rest + decoder.decode(part.value, {stream: true})).split('\n');
              rest = lines.pop();
              lines.forEach(line => {
                if (line.slice(0, 6) !== 'data: ') return;
                show(JSON.parse(line.slice(6)));
                mark(false);
              });
              parent.postMessage('live', '*');
              return reader.read().then(next);
            }
            return reader.read().then(next);
          }).catch(() => { if (own === control) refused(); });
        }
        function fresh() { tries = 0; open(); }
        function live() {
          d.addEventListener('visibilitychange', () => {
            if (d.hidden) stop(); else fresh();
          });
          addEventListener('online', fresh);
          addEventListener('offline', refused);
          addEventListener('pageshow', e => { if (e.persisted) fresh(); });
          setInterval(tick, 100);
          open();
        }

        """#

    /// A script as it is sent: without comments and indentation.
    static func sent(_ script: String) -> String {
        script.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }
            .joined(separator: "\n") + "\n"
    }
}

/// The script of the pages that only show. Their stream is beside the page's own path.
enum ViewScript {
    static let text = PageScript.sent(PageScript.opening + tabs)

    /// More than five open pages of one host leave no connection for another.
    private static let tabs = #"""
        var tabs = d.getElementById('tabs'), seen = {}, me = String(Math.random());
        if (tabs && window.BroadcastChannel) {
          var others = new BroadcastChannel('view');
          others.onmessage = m => {
            if (m.data !== '?') seen[m.data] = 1; else if (!d.hidden) others.postMessage(me);
          };
          setInterval(() => {
            tabs.hidden = Object.keys(seen).length < 5;
            seen = {};
            if (!d.hidden) others.postMessage('?');
          }, 2000);
        }
        live();
        })();

        """#
}
