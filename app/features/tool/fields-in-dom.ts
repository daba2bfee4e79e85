/**
 * The fields of a form as the page shows them. Read before hydration: React resets them to the server's values.
 * Null if the server did not render the page, or rendered it for another subject.
 * @param subject value of a field that identifies what the form is about
 */
export function fieldsInDom(form: string, subject: string): [string, string][] | null {
  if (import.meta.env.SSR) return null;
  const drawn = document.getElementById(form) as HTMLFormElement | null;
  const fields = [...new FormData(drawn ?? undefined)].map(([name, value]): [string, string] => [name, `${value}`]);
  return fields.some(([, value]) => value === subject) ? fields : null;
}
