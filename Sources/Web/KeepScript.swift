import Documents

/// The script of the page on which a phone keeps score. The phone's key never leaves its browser:
/// IndexedDB holds it, not extractable, beside the phone's ID, its counter and the waiting orders.
///
/// An order is stored in the database before it is sent, and shown from the tap on. Orders are sent
/// one at a time, again under the same request ID until answered. An answered order leaves the
/// database, a refused one once a person has dismissed it. Only a start or stop of the game clock
/// without an answer for 10 s is dropped, with a message: minutes later it would be false.
enum KeepScript {
    static func text(in words: Catalogue) -> String {
        PageScript.sent(PageScript.opening + ScriptWord.table(in: words) + pairing + queue + desk)
    }

    /// Bytes, database, signed requests, and the pairing of a first visit.
    private static let pairing = #"""
        const $ = id => d.getElementById(id), data = {};
        const bytes = s => new TextEncoder().encode(s);
        const random = () => crypto.getRandomValues(new Uint8Array(16));
        const digest = s => crypto.subtle.digest('SHA-256', bytes(s));
        const pause = ms => new Promise(done => { setTimeout(done, ms); });
        const hex = b => Array.from(new Uint8Array(b), n => (n < 16 ? '0' : '') + n.toString(16))
          .join('');
        const base64 = b => btoa(String.fromCharCode(...new Uint8Array(b)))
          .replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
        const unbase64 = s => Uint8Array.from(
          atob(s.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
        const w = (name, ...values) => phrases[name].replace(/\{(\d)\}/g, (all, n) => values[n]);
        const scan = ' ' + w('scanAgain');
        let phone, session, opened, hasLeft;

        // A verb of an object store, settled when it is on the disk.
        function base(store, verb, ...values) {
          opened = opened || new Promise((done, fail) => {
            const r = indexedDB.open('keep', 1);
            r.onupgradeneeded = () => {
              ['own', 'orders'].forEach(s => r.result.createObjectStore(s));
            };
            r.onsuccess = () => done(r.result);
            r.onerror = () => fail(r.error);
          });
          return opened.then(b => new Promise((done, fail) => {
            const mode = verb.startsWith('get') ? 'readonly' : 'readwrite';
            const t = b.transaction(store, mode, {durability: 'strict'});
            const r = t.objectStore(store)[verb](...values);
            // Without it a page that is left at once takes the transaction along.
            if (mode === 'readwrite' && t.commit) t.commit();
            t.oncomplete = () => done(r.result);
            t.onabort = () => fail(t.error);
          })).catch(e => { opened = null; throw e; });
        }
        // The document of an answer, or its text as the message; the status is 0 if none came.
        async function reach(path, options, own = new AbortController()) {
          const late = setTimeout(() => own.abort(), 5000);
          try {
            const r = await fetch(path, {cache: 'no-store', signal: own.signal, ...options});
            const answer = await r.text();
            let value;
            try { value = JSON.parse(answer); } catch (e) { value = {message: answer}; }
            return {...(value.error || value), status: r.status};
          } catch (e) {
            return {status: 0};
          } finally { clearTimeout(late); }
        }
        async function signed(path, value, who = phone, own = undefined) {
          const body = JSON.stringify(value);
          for (let turns = 3; ; turns--) {
            const count = ++who.counter;
            base('own', 'put', who, who.place).catch(() => {});
            const said = `scored order 1\nPOST\n${path}\n${who.id}\n${count}\n`;
            const signature = await crypto.subtle.sign({name: 'ECDSA', hash: 'SHA-256'}, who.key,
              bytes(said + hex(await digest(body))));
            const a = await reach(path, {method: 'POST', body, headers: {
              'content-type': 'application/json',
              'scored-order': `${who.id} ${count} ${base64(signature)}`}}, own);
            if (a.code !== 'counter-used' || !turns) return a;
            who.counter = Math.max(who.counter, a.counter);
          }
        }
        // A session; empty if there is none.
        async function enter() {
          if (!phone) return '';
          session = session || signed('/k/session', {});
          const a = await session;
          if (!a.session) session = null;
          if (a.status === 401) unpaired();
          return a.session;
        }
        async function reads(path) {
          const get = async () => reach(path, {headers: {'scored-session': await enter()}});
          const a = await get();
          if (a.status !== 401) return a;
          session = null;
          return get();
        }
        ask = async (signal, credentials) => {
          const own = await enter();
          if (!own) throw 0;
          const answer = await fetch('/k/stream',
            {signal, credentials, headers: {'scored-session': own}});
          if (answer.status === 401) session = null;
          return answer;
        };
        function tell(words) {
          $('pair').hidden = false;
          $('desk').hidden = stale.hidden = true;
          $('pairText').textContent = words;
        }
        async function firm(path, options) {
          for (;;) {
            const a = await reach(path, options);
            if (a.status && a.status < 500) return a;
            tell(w('laptopSilentAtFirst'));
            await pause(1000);
          }
        }
        // The reason for which this phone is not paired; empty once a person at the laptop said yes.
        async function pair(code) {
          let own = await base('own', 'get', 'asking');
          if (code) {
            const tag = hex(await digest(code));
            if (!own || own.tag !== tag) {
              const pair = await crypto.subtle.generateKey(
                {name: 'ECDSA', namedCurve: 'P-256'}, false, ['sign']);
              own = {tag, place: 'asking', key: pair.privateKey, counter: Date.now(),
                point: base64(await crypto.subtle.exportKey('raw', pair.publicKey)),
                nonce: base64(random())};
              await base('own', 'put', own, 'asking');
            }
            const secret = await crypto.subtle.importKey('raw', unbase64(code),
              {name: 'HMAC', hash: 'SHA-256'}, false, ['sign', 'verify']);
            const said = `${own.point}\n${own.nonce}`;
            const body = JSON.stringify({key: own.point, nonce: own.nonce, proof: base64(
              await crypto.subtle.sign('HMAC', secret, bytes('scored phone 1\n' + said)))});
            const a = await firm('/k/pair', {method: 'POST', body,
              headers: {'content-type': 'application/json'}});
            history.replaceState(null, '', location.pathname);
            if (a.status !== 200) {
              return ({'code-used': w('codeUsed'), 'code-unknown': w('codeUnknown')}[a.code]
                || a.message) + scan;
            }
            if (!await crypto.subtle.verify('HMAC', secret, unbase64(a.proof),
              bytes(`scored host 1\n${said}\n${a.nonce}\n${a.phone}`)))
              return w('wrongLaptop') + scan;
            Object.assign(own, {id: a.phone, mate: a.nonce});
            await base('own', 'put', own, 'asking');
          }
          const list = (await firm('/k/words')).message;
          const all = list.trim().split('\n'), form = $('pairWords').querySelector('template');
          new Uint8Array(await digest(`scored words 1\n${own.point}\n${own.nonce}\n${own.mate}`))
            .slice(0, 4).forEach(n => {
              const word = form.content.firstElementChild.cloneNode(true);
              word.textContent = all[n % all.length];
              $('pairWords').append(word);
            });
          $('pairWords').hidden = false;
          for (;;) {
            const a = await signed('/k/wait', {}, own);
            if (hasLeft) return '';
            if (a.state === 'approved') break;
            if (a.state === 'refused' || a.status === 401) {
              await base('own', 'delete', 'asking');
              $('pairWords').hidden = true;
              return w('notLetIn') + scan;
            }
            tell(w(a.state ? 'sameWords' : 'laptopSilentAgain'));
            await pause(1000);
          }
          phone = {place: 'phone', id: own.id, key: own.key, counter: own.counter};
          await base('own', 'put', phone, 'phone');
          await base('own', 'delete', 'asking');
          return '';
        }

        """#

    /// Orders, from the tap to the answer.
    private static let queue = #"""
        let orders = [], last = 0, isSending, flight, isAway = true;
        const isOpen = o => !o.done && !o.asked && !o.refused;
        const put = o => base('orders', 'put', o, o.n);
        function say(words, t) {
          steadily(() => text($('outcome'), words));
          tone($('outcome'), t);
        }
        function drop(o) {
          orders = orders.filter(other => other !== o);
          base('orders', 'delete', o.n).catch(() => {});
          paint();
        }
        // The game clock as the keeper sees it.
        function sight() {
          const ms = reading();
          if (ms === null || !data.periodNumber) return {};
          const seconds = face.down ? data.periodSeconds - Math.ceil(ms / 1000)
            : Math.floor(ms / 1000);
          return {period: +data.periodNumber, clockSeconds: Math.max(0, seconds)};
        }
        // A repeated attempt may arrive late, so a move carries its reading from the first on.
        function order(body, label) {
          const seen = body.do === 'move' ? sight() : {}, at = Date.now();
          const o = {n: last = Math.max(last + 1, at), at, label, r: hex(random()),
            body: {game: data.game || undefined, ...seen, ...body}};
          orders.push(o);
          say(w('sendingIt', label));
          begin(o);
        }
        function begin(o) {
          o.isKept = false;
          paint();
          put(o).catch(() => put(o)).then(() => {
            if (isAway) say(w('keptHereUntil', o.label));
          }).catch(() => {
            say(w('storesNothing'), 'bad');
          }).then(() => { o.isKept = true; paint(); send(); });
        }
        // An answered question makes a new order of the refused one.
        function reorder(o, more) {
          Object.assign(o.body, more);
          begin(Object.assign(o, {asked: '', r: hex(random()), at: Date.now()}));
        }
        function undo() {
          const o = orders.filter(isOpen).pop();
          if (!o || o.isSent || o.body.do !== 'move') return order({do: 'undo'}, w('undo'));
          drop(o);
          say(w('takenBack', o.label));
        }
        async function give(o) {
          if (o.body.do === 'clock' && Date.now() - o.at > 10000)
            return {status: 410, message: w('noAnswerForClock')};
          o.isSent = true;
          flight = new AbortController();
          paint();
          return signed('/k/order', {request: o.r, ...o.body}, phone, flight);
        }
        async function send() {
          if (isSending) return;
          isSending = true;
          let o, misses = 0;
          while (phone && (o = orders.find(isOpen)) && o.isKept) {
            const a = await give(o);
            if ([0, 408, 429, 503, 507].includes(a.status)) {
              if (a.message) say(a.message, 'bad');
              await pause(Math.min(1000, 100 << misses++));
            } else if (a.status === 401) {
              unpaired();
            } else if (a.status === 200) {
              misses = 0;
              Object.assign(o, {done: a.entries || [], doneAt: Date.now()});
              const warnings = a.warnings || [];
              say([a.text].concat(warnings).join(' · '), warnings.length ? 'attention' : 'good');
              await base('orders', 'delete', o.n).catch(() => {});
            } else {
              o.choices = a.choices;
              o[a.question ? 'asked' : 'refused'] = a.question || a.message || w('refused');
              await put(o).catch(() => {});
              say('');
            }
            paint();
          }
          isSending = false;
        }
        function leave() {
          stop();
          phone = null;
          hasLeft = true;
          $('pairAgain').hidden = false;
        }
        function unpaired() {
          leave();
          const left = orders.filter(isOpen).length;
          tell(w('unknownPhone') + scan + (left ? ' ' + w('unsentStays', left) : ''));
        }
        // What waits, as rows; what is done until the stream has its line.
        function paint() {
          const lines = Array.from(d.querySelectorAll('[data-n=lines]>[data-k]'),
            e => e.firstElementChild.textContent);
          orders = orders.filter(o => !o.done || (Date.now() - o.doneAt < 1500
            && !o.done.some(entry => lines.includes(entry))));
          const open = orders.filter(isOpen);
          rows($('queue'), orders.filter(o => o.done || isOpen(o)).reverse().map(o => ({
            k: String(o.n), t: o.done ? 'good' : 'attention', c: [o.label,
              w(o.done ? 'recorded' : isAway && o.isKept && !o.isSent ? 'here' : 'sending')]})));
          const count = open.filter(o => o.isKept).length;
          const isLate = count && (isAway || Date.now() - open[0].at > 2000);
          text($('waiting'), isLate ? w('countHere', count) : '');
          rows($('refused'), orders.filter(o => o.refused).map(o => ({
            k: String(o.n), c: [`${o.label}: ${o.refused}`, w('dismiss')]})));
          const o = orders.find(o => o.asked), no = () => {
            drop(o);
            say(w('notRecordedIt', o.label));
          };
          if (o && !modal && o.choices) {
            sheet(`${o.label}: ${o.asked}`, o, {This: o.choices[0], That: o.choices[1]}, {no,
              answer: what => reorder(o, {events: what === 'this' ? 1 : 2})});
          } else if (o && !modal) {
            question(`${o.label}: ${o.asked}`, () => reorder(o, {force: true}), no);
          }
        }

        """#

    /// The buttons, lists and sheets of the desk.
    private static let desk = #"""
        const picked = {}, views = ['Keep', 'Log', 'Search', 'More'], sides = ['Home', 'Away'];
        let modal, fixing, past = [], lock;

        // In front of all else; a tap that was meant for what it covers does nothing.
        function front(id, more) {
          const before = modal ? modal.before : d.activeElement;
          modal = id ? {...more, before, at: performance.now()} : null;
          Array.from($('desk').children).forEach(e => {
            if (e.id === 'question' || e.id === 'sheet') e.hidden = e.id !== id;
            else e.inert = !!id;
          });
          const next = id ? $(id).querySelector('button:last-of-type') : before;
          if (next) next.focus();
        }
        function question(words, yes, no) {
          $('questionText').textContent = words;
          front('question', {yes, no: no || (() => {})});
        }
        // Rows that come and go above the buttons of More move them under the finger: a tap on a
        // button that has just come there was meant for another one.
        const moved = new WeakMap();
        function steadily(act) {
          const all = () => d.querySelectorAll('#viewMore:not([hidden]) button');
          const top = b => b.getBoundingClientRect().top, before = new Map();
          all().forEach(b => before.set(b, top(b)));
          act();
          all().forEach(b => {
            if (!(Math.abs(top(b) - before.get(b)) < 8)) moved.set(b, performance.now());
          });
        }
        // The buttons shown, by name, with their words, or 1 for those of the page.
        function sheet(words, id, shown, more) {
          $('sheetText').textContent = words;
          ['This', 'That', 'Both', 'Accept', 'Void', 'Fix', 'Track', 'Untrack', 'Take']
            .forEach(name => {
              const b = $('sheet' + name), label = shown[name];
              b.hidden = !label;
              if (label && label !== 1) b.textContent = label;
            });
          front('sheet', {id, ...more});
        }
        function finish(name) {
          if (!modal || performance.now() - modal.at < 400) return;
          const {[name]: act, id} = modal;
          front(null);
          if (act) act();
          paint();
          return id;
        }
        const press = (b, is) => { b.setAttribute('aria-pressed', is); };
        function unpick() {
          Object.keys(picked).forEach(what => {
            press(picked[what].b, false);
            delete picked[what];
          });
          fixing = null;
        }
        // Player and kind come in either order.
        function pick(what, b, id, label) {
          const old = picked[what], entry = fixing;
          if (entry) {
            unpick();
            order({do: 'fix', entry, [what]: id}, w('changeOf', entry, label));
          } else {
            if (old) press(old.b, false);
            delete picked[what];
            if (!old || old.b !== b) {
              picked[what] = {b, id, label};
              press(b, true);
            }
            const {player, kind} = picked;
            if (player && kind) {
              unpick();
              order({do: 'move', player: player.id, kind: kind.id},
                `${player.label} ${kind.label}`);
            }
          }
          hint();
        }
        function hint() {
          const {player, kind} = picked;
          text($('picked'), fixing ? w('tapToFix', fixing)
            : player ? w('tapKind', player.label) : kind ? w('tapPlayer', kind.label) : '');
          $('about').hidden = !player;
          $('pad').classList.toggle('open', !!(player || fixing));
        }
        function view(name) {
          unpick();
          hint();
          views.forEach(v => {
            $('view' + v).hidden = v !== name;
            press($('show' + v), v === name);
          });
          $('desk').classList.toggle('keeps', name === 'Keep');
          if (name === 'Log') { past = []; older(); }
        }
        function side(name) {
          sides.forEach(s => {
            $(s.toLowerCase() + 'Side').classList.toggle('off', s !== name);
            press($('show' + s), s === name);
          });
        }
        async function older() {
          const before = past.length ? past[past.length - 1].c[0] : '';
          const a = await reads('/k/timeline' + (before && '?before=' + encodeURIComponent(before)));
          if (!a.rows) return say(a.message || w('laptopSilent'), 'bad');
          past = past.concat(a.rows);
          rows($('logRows'), past);
          $('older').hidden = !a.more;
        }
        async function find() {
          const a = await reads('/k/search?q=' + encodeURIComponent($('searchText').value));
          if (!a.rows) return say(a.message || w('laptopSilent'), 'bad');
          rows($('found'), a.rows);
          say(a.rows.length ? '' : w('nothingFound'));
        }
        function note() {
          const words = $('noteText').value.trim();
          if (words) order({do: 'note', text: words}, w('note'));
          $('noteText').value = '';
        }
        function turn(action, b) {
          if (isAway) return say(w('laptopAway'), 'bad');
          order({do: 'clock', action}, b.textContent);
        }
        const settle = what => () => {
          const {answer} = modal || {}, id = finish();
          if (!id) return;
          if (answer) answer(what);
          else order({do: 'settle', entry: id, answer: what}, w(what, id));
        };
        const inSheet = act => () => { const id = finish(); if (id) act(id); };
        const entries = (what, label) => inSheet(id => order({do: what, entries: [id]}, w(label, id)));
        const track = (what, players, label) => { order({do: what, players}, label); };
        const deeds = {
          undo, older, find, note,
          redo: () => order({do: 'redo'}, w('redo')),
          turn: b => turn(face && face.run ? 'stop' : 'start', b),
          nextPeriod: b => question(data.periodQuestion, () => turn('period', b)),
          pairAgain: () => location.reload(),
          yes: () => finish('yes'),
          no: () => finish('no'),
          sheetClose: () => finish('no'),
          sheetThis: settle('this'),
          sheetThat: settle('that'),
          sheetBoth: settle('both'),
          sheetAccept: entries('accept', 'count'),
          sheetVoid: entries('void', 'void'),
          sheetFix: inSheet(id => { view('Keep'); fixing = id; hint(); }),
          sheetTrack: inSheet(id => track('track', [id], w('track', id))),
          sheetUntrack: inSheet(id => track('untrack', [id], w('letGo', id))),
          sheetTake: inSheet(from => order({do: 'track', players: [], from}, w('takeOver', from))),
          trackHome: () => track('track', ['home'], w('track', data.home)),
          trackAway: () => track('track', ['away'], w('track', data.away)),
          about: () => {
            const {id, label} = picked.player;
            unpick();
            hint();
            sheet(label, id, {Track: 1, Untrack: 1});
          },
          ask: b => {
            const what = data.askedOrder, label = b.textContent;
            question(data.askedQuestion, () => order({do: what}, label));
          },
          unpair: () => {
            const left = orders.filter(isOpen).length;
            question(w('forget') + (left ? ' ' + w('unsentLost', left) : ''), () => {
              leave();
              Promise.all([base('own', 'clear'), base('orders', 'clear')])
                .then(() => location.reload());
            });
          }
        };
        sides.forEach(s => {
          deeds['show' + s] = () => side(s);
          deeds['team' + s] = b => pick('player', b, s.toLowerCase(), data[s.toLowerCase()]);
        });
        views.forEach(v => { deeds['show' + v] = () => view(v); });
        const player = (b, c) => pick('player', b, c[0], `${c[1]} ${c[2]}`.trim());
        const taps = {
          homePlayers: player, awayPlayers: player,
          kinds: (b, c) => pick('kind', b, c[0], c[1]),
          lines: (b, c) => {
            if (c[6] === 'void') return;
            sheet(`${c[0]} ${c[2]}`, c[0], {Accept: c[6] === 'copy' ? 1 : 0, Void: 1, Fix: 1});
          },
          held: (b, c) => sheet(c[1], c[0], {This: c[4], That: c[5], Both: c[6]}),
          absent: (b, c) => sheet(c[1], c[0], {Take: 1}),
          games: (b, c) => question(c[1] + '?', () => order({do: 'use', game: c[0]}, c[1])),
          refused: (b, c, k) => drop(orders.find(o => String(o.n) === k))
        };
        d.addEventListener('click', e => {
          const b = e.target.closest('button'), row = b && b.closest('[data-k]');
          if (!b) return;
          if (moved.get(b) > performance.now() - 400) return say(w('buttonsMoved'));
          if (deeds[b.id]) return deeds[b.id](b);
          const list = row && row.parentElement, tap = list && taps[list.dataset.n || list.id];
          if (tap) tap(b, Array.from(row.children, c => c.textContent), row.dataset.k);
        });
        d.addEventListener('keydown', e => {
          if (e.key === 'Escape') finish('no');
          if (e.key !== 'Enter') return;
          if (e.target.id === 'searchText') find();
          if (e.target.id === 'noteText') note();
        });
        async function wake() {
          if (data.phase !== 'live' || d.hidden || !navigator.wakeLock) {
            if (lock && lock.release) lock.release();
            lock = null;
          } else if (!lock) {
            lock = true;
            try {
              lock = await navigator.wakeLock.request('screen');
              lock.addEventListener('release', () => { lock = null; });
            } catch (e) { lock = null; }
          }
        }
        const showNames = show, markStale = mark;
        show = values => {
          const before = data.home;
          Object.keys(values).forEach(name => {
            const v = values[name];
            data[name] = v.x === undefined ? v : v.x;
          });
          steadily(() => showNames(values));
          // A picked button belongs to the other team after a swap.
          if (before && before !== data.home && picked.player) { unpick(); hint(); }
          sides.forEach(s => { $('show' + s).textContent = data[s.toLowerCase()] || w(s); });
          wake();
          paint();
        };
        mark = isStale => {
          if (!phone) return;
          markStale(isStale);
          // A request from before the cut waits for its time-out; the next one takes no time.
          if (isAway && !isStale && flight) flight.abort();
          isAway = isStale;
          paint();
        };
        async function start() {
          addEventListener('hashchange', () => location.reload());
          try {
            const code = (/^#([\w-]{22})$/.exec(location.hash) || [])[1];
            tell(w('askingLaptop'));
            phone = await base('own', 'get', 'phone');
            orders = (await base('orders', 'getAll'))
              .map(o => Object.assign(o, {isKept: true, isSent: true}));
            orders.forEach(o => { last = Math.max(last, o.n); });
            const asking = code || await base('own', 'get', 'asking').then(own => own && own.id);
            const reason = asking ? await pair(code) : '';
            if (hasLeft) return;
            if (!phone) return tell(reason || w('notPaired') + scan);
            if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
            $('pair').hidden = true;
            $('desk').hidden = false;
            view('Keep');
            side('Home');
            if (reason) say(reason, 'bad');
            setInterval(paint, 500);
            send();
            live();
          } catch (e) {
            tell(w('browserCannot', e.message));
            $('pairAgain').hidden = false;
          }
        }
        // One page keeps, the newest: an older one may lie forgotten in another tab.
        if (navigator.locks) {
          navigator.locks.request('keep', {steal: true}, () => new Promise(() => {})).catch(() => {
            leave();
            tell(w('pageStandsStill'));
            $('tab').hidden = false;
          });
        }
        start();
        })();

        """#
}
