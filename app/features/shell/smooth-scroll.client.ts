/** Source: the specification, point 9. */
const DURATION_MS = 500;

/** Keeps URL and history. */
export function scrollSmoothly(): () => void {
  // Capture: before the router.
  document.addEventListener('click', follow, { capture: true });
  return () => document.removeEventListener('click', follow, { capture: true });
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return; // another tab or window
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const target = link && targetOf(link);
  if (!target) return;
  event.preventDefault();
  focusOn(target);
  const prefersStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo(topOf(target), prefersStill ? 0 : DURATION_MS);
}

function targetOf(link: HTMLAnchorElement): HTMLElement | null {
  const isHere = link.origin === location.origin && link.pathname === location.pathname;
  if (!isHere || link.search !== location.search || link.hash.length < 2) return null;
  return document.getElementById(decodeURIComponent(link.hash.slice(1)));
}

/** Keyboard and screen reader continue there. */
function focusOn(target: HTMLElement): void {
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Below the sticky header. */
function topOf(target: HTMLElement): number {
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return Math.max(0, target.getBoundingClientRect().top + window.scrollY - padding);
}

function scrollTo(top: number, duration: number): void {
  const from = window.scrollY;
  const begun = performance.now();
  let expected = from;
  const step = () => {
    if (Math.abs(window.scrollY - expected) > 2) return; // the user scrolls
    const share = duration > 0 ? Math.min(1, (performance.now() - begun) / duration) : 1;
    expected = from + (top - from) * ease(share);
    window.scrollTo({ top: expected, behavior: 'instant' });
    expected = window.scrollY;
    if (share < 1) requestAnimationFrame(step);
  };
  step();
}

/** Quadratic ease in and out. */
const ease = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);
