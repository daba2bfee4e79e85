import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { useHydrated } from '~/loading/use-hydrated';

const formId = 'selection';

/** Belongs to the form of `SelectionBar`. */
export function SelectEntry({ id, name }: { id: string; name: string }) {
  return (
    <label className="tile__select">
      <input type="checkbox" name="id" value={id} form={formId} aria-label={`Select ${name}`} />
    </label>
  );
}

/** CSS hides it while nothing is selected: works without script. */
export function SelectionBar({ action, canZip }: { action: string; canZip?: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const count = useSelectedCount(form);
  const isHydrated = useHydrated();
  const submit = useSubmit();
  // Only the browser's own request can start the zip's download.
  const deleteByScript = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== 'delete') return;
    event.preventDefault();
    submit(submitter, { preventScrollReset: true });
  };
  return (
    <form ref={form} id={formId} method="post" action={action} className="selection" onSubmit={deleteByScript}>
      {isHydrated ? (
        <>
          <p className="small tabular-nums" role="status">
            {count > 0 ? `${count} selected` : ''}
          </p>
          <Button type="button" look="ghost" size="small" onClick={() => selectAll(form.current!)}>
            Select all
          </Button>
        </>
      ) : null}
      <Button type="reset" look="ghost" size="small">
        Clear
      </Button>
      <span className="selection__actions">
        {canZip ? (
          <Button type="submit" name="intent" value="zip" size="small">
            <Icon name="download" size={16} />
            Download selected (zip)
          </Button>
        ) : null}
        <Button type="submit" name="intent" value="delete" look="danger" size="small">
          <Icon name="trash" size={16} />
          Delete selected
        </Button>
      </span>
    </form>
  );
}

const boxesOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name === 'id',
  );

const countIn = (form: HTMLFormElement | null) => (form ? boxesOf(form).filter(({ checked }) => checked).length : 0);

function selectAll(form: HTMLFormElement): void {
  for (const box of boxesOf(form)) box.checked = true;
  form.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The boxes are outside the form: their events reach the document only. */
function useSelectedCount(form: RefObject<HTMLFormElement>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const update = () => setCount(countIn(form.current));
    const afterReset = () => setTimeout(update);
    update(); // entries may have changed
    document.addEventListener('change', update);
    document.addEventListener('reset', afterReset);
    return () => {
      document.removeEventListener('change', update);
      document.removeEventListener('reset', afterReset);
    };
  });
  return count;
}
