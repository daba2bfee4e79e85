// What `look.ts` uses: the package itself is installed by `npm run lighthouse` alone.
interface Audit {
  id: string;
  score: number | null;
  displayValue?: string;
  numericValue?: number;
  details?: object;
}

export interface Report {
  audits: Record<string, Audit>;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
}

export default function lighthouse(
  url: string,
  flags: { port: number; logLevel: 'error'; onlyCategories: string[] },
  config?: object,
): Promise<{ lhr: Report } | undefined>;

export const desktop: object;
