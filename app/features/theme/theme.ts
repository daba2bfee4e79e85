/** `system` follows the setting of the system; the default is dark. */
export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

/** Colours of the browser's own frame: `--page` of each scheme. */
export const frameColors = { dark: '#0e0b0a', light: '#faf6f2' } as const;
