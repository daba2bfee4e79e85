import { ChoiceForm } from './choice-form';
import { useAnalyticsConsent } from './use-analytics-consent';

const said = {
  yes: 'You have agreed to being counted.',
  no: 'You have declined: nothing is counted.',
  unasked: 'You have not said yet: nothing is counted.',
};

/** Null if analytics is not configured. */
export function ConsentChoice() {
  const measuring = useAnalyticsConsent();
  if (!measuring) return null;
  return (
    <div className="consent__choice">
      <p>
        With your consent, and not before, an analytics service counts visits: which pages are seen, from where, on what
        kind of device. It keeps an identifier in cookies. You can change your mind here at any time.
      </p>
      <p>
        <b>{said[measuring.choice ?? 'unasked']}</b>
      </p>
      <ChoiceForm />
    </div>
  );
}
