export interface Rational {
  readonly num: number;
  readonly den: number;
}

/** `30000/1001` or `16:9`; undefined unless positive. */
export function parseRational(text: string | undefined): Rational | undefined {
  const [, num, den] = /^(\d+)[/:](\d+)$/.exec(text ?? '') ?? [];
  const fraction = { num: Number(num), den: Number(den) };
  return fraction.num > 0 && fraction.den > 0 ? fraction : undefined;
}

export const toNumber = ({ num, den }: Rational): number => num / den;
