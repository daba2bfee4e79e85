/**
 * The fields of a form as the page shows them. Read before hydration: React resets them to the server's values.
 * Null if the page has no such form.
 */
export function fieldsInDom(form: string): [string, string][] | null {
  if (import.meta.env.SSR) return null;
  const drawn = document.getElementById(form) as HTMLFormElement | null;
  return drawn && [...new FormData(drawn)].map(([name, value]) => [name, `${value}`]);
}
