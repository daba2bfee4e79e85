import { useNavigation } from '@remix-run/react';

/** Whether a form is under way: any, or one with this intent. Not those of fetchers. */
export function useIsSending(intent?: string): boolean {
  const { formMethod, formData } = useNavigation();
  return formMethod === 'POST' && (intent === undefined || formData?.get('intent') === intent);
}
