import { useEffect, useRef, useState } from 'react';

import { Button } from '~/components/button';
import { FieldError } from '~/components/field';

import type { FileRefusal } from './upload-types';

const copyFailed =
  'This browser could not make a smaller copy. Make the photo smaller with another program and choose it again.';

interface Props {
  id?: string;
  refusal?: FileRefusal | null;
  /** Of the file, for the label of its button where several files are refused. */
  name?: string;
  /** Takes the copy like a chosen file. */
  onCopy: (copy: File) => void;
}

/** Why a file is not taken, and a way out if it only has too many pixels. */
export function RefusedFile({ id, refusal, name, onCopy }: Props) {
  const [copying, setCopying] = useState<{ of: FileRefusal; hasFailed: boolean }>();
  const current = useRef<FileRefusal | null>();
  useEffect(() => {
    current.current = refusal;
    return () => void (current.current = null);
  }, [refusal]);
  if (!refusal) return null;
  const { message, makeSmallerCopy } = refusal;
  const isBegun = copying?.of === refusal;
  if (isBegun && copying.hasFailed) return <FieldError id={id}>{copyFailed}</FieldError>;
  const copy = async (make: () => Promise<File>) => {
    setCopying({ of: refusal, hasFailed: false });
    try {
      const smaller = await make();
      // The user may have chosen another file or left the page.
      if (current.current === refusal) onCopy(smaller);
    } catch {
      setCopying({ of: refusal, hasFailed: true });
    }
  };
  return (
    <>
      <FieldError id={id}>{message}</FieldError>
      {makeSmallerCopy ? (
        <Button
          type="button"
          size="small"
          className="mt-2 justify-self-start"
          busy={isBegun}
          aria-label={name && `Use a smaller copy of ${name}`}
          onClick={() => void copy(makeSmallerCopy)}
        >
          Use a smaller copy
        </Button>
      ) : null}
    </>
  );
}
