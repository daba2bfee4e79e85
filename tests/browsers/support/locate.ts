/** By visible text. */

const words = (text: string) => `normalize-space(.)=${quote(text)}`;

export const button = (name: string) => `//main//button[${words(name)}]`;
export const buttonThatStarts = (start: string) => `//button[starts-with(normalize-space(.), ${quote(start)})]`;
export const link = (name: string) => `//main//a[${words(name)}]`;
export const heading = (name: string) => `//*[self::h1 or self::h2][${words(name)}]`;
export const textWith = (part: string) => `//main//*[text()[contains(., ${quote(part)})]]`;
export const field = (label: string) => `//main//input[@id=//label[${words(label)}]/@for]`;
export const fileInput = '//main//input[@type="file" and not(@capture)]';
export const checkboxWith = (part: string) => `//label[contains(., ${quote(part)})]/input[@type="checkbox"]`;
export const progressOf = (name: string) => `//*[@role="progressbar" and @aria-label=${quote(name)}]`;
export const faceChip = (person: string, face: string) =>
  `//fieldset[legend[${words(`Face for ${person}`)}]]//label[${words(face)}]`;

/** XPath 1.0 has no escapes: a text cannot have both kinds of quotes. */
const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`);
