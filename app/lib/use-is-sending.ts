import { useNavigation } from '@remix-run/react';

/** That of the pressed button, which follows the form's own. */
export const sentIntent = (form: FormData | undefined) => form?.getAll('intent').at(-1);

/** Whether a form is under way: any, or one with this intent. Not those of fetchers. */
export function useIsSending(intent?: string): boolean {
  const { formMethod, formData } = useNavigation();
  // The router of Remix's tests leaves the method in lower case.
  return formMethod?.toUpperCase() === 'POST' && (intent === undefined || sentIntent(formData) === intent);
}
