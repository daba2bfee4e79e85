export function formatTime(ms: number): string {
  const tenths = Math.round(ms / 100);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** Parses `2.9`, `0:02.9` or `1:02:05` to milliseconds; null if invalid. */
export function parseTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = ''] = match;
  return Math.round(1000 * (3600 * Number(hours) + 60 * Number(minutes) + Number(seconds.replace(',', '.'))));
}

export interface TrimPart {
  start_ms: number;
  end_ms: number;
}

/** A part that is null is the whole video. */
export const isSamePart = (one: TrimPart | null, other: TrimPart | null): boolean =>
  one?.start_ms === other?.start_ms && one?.end_ms === other?.end_ms;

interface TrimErrors {
  start?: string;
  end?: string;
}

/** `part` is null for the whole: empty fields, or differences below the displayed precision. */
export function parseTrim(
  { start, end }: { start: string; end: string },
  durationMs: number,
): { part: TrimPart | null } | { errors: TrimErrors } {
  const start_ms = start.trim() === '' ? 0 : parseTime(start);
  const typedEnd = end.trim() === '' ? durationMs : parseTime(end);
  const howTo = 'Type a time like 0:02.9.';
  if (start_ms === null || typedEnd === null) {
    return { errors: { ...(start_ms === null && { start: howTo }), ...(typedEnd === null && { end: howTo }) } };
  }
  const last = formatTime(durationMs);
  const isStartLate = start_ms >= durationMs;
  const isEndLate = typedEnd > durationMs + 100;
  if (isStartLate || isEndLate) {
    return {
      errors: {
        ...(isStartLate && { start: `It lasts until ${last}. Start before that.` }),
        ...(isEndLate && { end: `It lasts until ${last}. End there at the latest.` }),
      },
    };
  }
  const end_ms = Math.min(typedEnd, durationMs);
  if (start_ms === 0 && formatTime(end_ms) === last) return { part: null };
  if (end_ms <= start_ms) return { errors: { end: `The end must come after ${formatTime(start_ms)}.` } };
  return { part: { start_ms, end_ms } };
}
