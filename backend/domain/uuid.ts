/** Of no row. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** For a condition `in`, which needs at least one id. */
export const neverEmpty = (ids: readonly string[]): string[] => [nilUuid, ...ids];

/** In lower case, as this site writes ids. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const whole = new RegExp(`^${uuidPattern}$`, 'i');

/** PostgreSQL refuses a query that compares an id with any other text. */
export const isUuid = (text: string) => whole.test(text);

export const uuidsIn = (text: string): string[] => text.match(new RegExp(uuidPattern, 'gi')) ?? [];
