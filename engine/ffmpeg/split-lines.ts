/** Longer lines lose their beginning. */
const MAX_LENGTH = 2000;

/** Returns a function that takes the next piece of a text and returns the lines that it completes. */
export function lineSplitter(): (text: string) => string[] {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!.slice(-MAX_LENGTH);
    return lines;
  };
}
