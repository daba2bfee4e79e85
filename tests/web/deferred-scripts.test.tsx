import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { BringScripts } from '~/loading/deferred-scripts';

/** What the page hears once it has been painted. */
let painted: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: () => void) {
        painted = listener;
      }
      observe = () => {};
    },
  );
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

/** A page whose scripts wait, with what is to bring them; tells what was brought. */
function open() {
  document.body.innerHTML =
    '<link data-rel="modulepreload" href="/a.js"><script type="text/plain" data-type="module">import "/a.js"</script>';
  const append = vi.spyOn(document.head, 'append').mockReturnValue();
  (0, eval)(/>(.*)<\//s.exec(renderToStaticMarkup(<BringScripts />))![1]!);
  return () => ({
    ahead: document.querySelector('link')!.rel,
    scripts: append.mock.calls.map(([script]) => [(script as HTMLScriptElement).type, (script as Element).textContent]),
  });
}

const waiting = { ahead: '', scripts: [] };
const brought = { ahead: 'modulepreload', scripts: [['module', 'import "/a.js"']] };

test('scripts come once the page has been painted, and only once', () => {
  const state = open();
  expect(state()).toEqual(waiting);
  painted();
  expect(state()).toEqual(brought);
  painted();
  vi.runAllTimers();
  expect(state()).toEqual(brought);
});

test('they come after a second where no browser tells of paint', () => {
  const state = open();
  vi.advanceTimersByTime(999);
  expect(state()).toEqual(waiting);
  vi.advanceTimersByTime(1);
  expect(state()).toEqual(brought);
});

test('they come at once in a hidden tab, which is never painted', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(open()()).toEqual(brought);
});
