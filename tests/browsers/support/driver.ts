/** Each call waits until the element of its XPath is visible. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Works for elements behind their label. */
  click(xpath: string): Promise<void>;
  fill(xpath: string, text: string): Promise<void>;
  /** The input may be hidden. */
  chooseFile(xpath: string, file: string): Promise<void>;
  waitFor(xpath: string): Promise<void>;
  /** Of the first match, visible or not. */
  attribute(xpath: string, name: string): Promise<string | null>;
  reload(): Promise<void>;
  cookies(): Promise<{ name: string; value: string }[]>;
  close(): Promise<void>;
}

export interface TestedBrowser {
  name: string;
  packages: string;
  isInstalled(): Promise<boolean>;
  start(): Promise<Driver>;
}

/** Generous for busy machines. */
export const waitMs = 120_000;
