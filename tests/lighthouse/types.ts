export const devices = ['phone', 'desktop'] as const;
export type Device = (typeof devices)[number];

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Record<(typeof categories)[number], number>;

export interface Look {
  path: string;
  device: Device;
  scores: Scores;
  shift: number;
  scriptBytes: number;
  /** Missed goals and their audits. */
  faults: string[];
}
