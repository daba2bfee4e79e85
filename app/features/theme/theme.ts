/** `system` follows the system's setting. */
export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

/** `--page` of each scheme. */
export const frameColors = { dark: '#0e0b0a', light: '#faf6f2' } as const;
