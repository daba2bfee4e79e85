/** One visitor in a real browser. Elements are named by XPath; each call waits until its element is visible. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Also for elements that are hidden behind their label. */
  click(xpath: string): Promise<void>;
  fill(xpath: string, text: string): Promise<void>;
  /** The file input may be hidden. */
  chooseFile(xpath: string, file: string): Promise<void>;
  waitFor(xpath: string): Promise<void>;
  /** Value of an attribute of the first match, visible or not. */
  attribute(xpath: string, name: string): Promise<string | null>;
  reload(): Promise<void>;
  cookies(): Promise<{ name: string; value: string }[]>;
  close(): Promise<void>;
}

/** A browser that may be installed on this machine. */
export interface TestedBrowser {
  name: string;
  /** Debian packages that bring it. */
  packages: string;
  isInstalled(): Promise<boolean>;
  start(): Promise<Driver>;
}

/** Generous: slowness of a busy machine is not a failure. */
export const waitMs = 120_000;
