/** The first match counts: browsers name their ancestors, too. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];
const program = /^([A-Za-z][\w.-]{0,30})(?:\/|$)/;
const maxLength = 1000;

const firstMatch = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** In words, e.g. "Firefox on Windows"; of a program its name. Null if unknown. */
export function deviceName(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, maxLength) ?? '';
  const browser = firstMatch(browsers, text);
  const system = firstMatch(systems, text);
  if (browser) return system ? `${browser} on ${system}` : browser;
  if (system) return `A browser on ${system}`;
  const name = program.exec(text)?.[1];
  return name && name !== 'Mozilla' ? `A program: ${name}` : null;
}
