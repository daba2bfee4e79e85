import { Form, useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { faceConsentText } from '#contract/consents';

import { Button, buttonClass } from '~/components/button';
import { Dialog } from '~/components/dialog';
import { Face } from '~/components/face';
import { Check, FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { useHydrated } from '~/loading/use-hydrated';

import { choicesQuery, type Choices } from '~/features/tool/choices';
import { portraitName, sampleFaces, portraitThumb } from '~/features/tool/samples';
import type { toolAction } from '~/features/tool/tool-action.server';

interface Props {
  hasFaces: boolean;
  /** An increase closes the dialog. */
  faceCount: number;
  /** Result of the plain form, without script. */
  refused?: FormState;
}

/** For the page of all faces. */
export function AddFace({ hasFaces, faceCount, refused }: Props) {
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="small">{hasFaces ? <b>Another face?</b> : <b>Add the first face</b>}</h2>
        {/* Same position with and without script: hydration must not shift the layout. */}
        {isHydrated ? (
          <Button size="small" onClick={() => setOpen(true)}>
            <Icon name="plus" size={16} />
            Add a face
          </Button>
        ) : (
          <details open={refused?.values.intent === 'add-face'} className="open:w-full">
            <summary className={buttonClass({ size: 'small' })}>
              <Icon name="plus" size={16} />
              Add a face
            </summary>
            <AddFaceForm refused={refused} />
          </details>
        )}
      </div>
      <SampleFaces />
      <AddFaceDialog isOpen={isOpen} onClose={() => setOpen(false)} faceCount={faceCount} />
    </div>
  );
}

interface Target {
  /** Person who gets the new face. */
  person?: string;
  /** The faces chosen so far, which the next page keeps. */
  choices?: Choices;
}

/** The plain form, within the page. */
export function AddFaceForm({ refused, ...target }: Target & { refused?: FormState }) {
  return (
    <Form method="post" encType="multipart/form-data" className="mt-4 grid gap-4 px-3 pb-3">
      <AddFaceFields {...target} refused={refused?.values.intent === 'add-face' ? refused : undefined} />
      <Button type="submit" look="second">
        Add face
      </Button>
    </Form>
  );
}

interface DialogProps extends Target {
  isOpen: boolean;
  onClose: () => void;
  /** An increase closes the dialog. */
  faceCount: number;
  /** Chosen already. */
  photo?: File;
}

export function AddFaceDialog({ isOpen, onClose, faceCount, photo, ...target }: DialogProps) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => close.current(), [faceCount]);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => open || onClose()} title="Add a face">
      <FetchedForm {...target} photo={photo} onCancel={onClose} />
    </Dialog>
  );
}

function FetchedForm({ onCancel, ...fields }: Target & { photo?: File; onCancel: () => void }) {
  const { Form: FetcherForm, data, state } = useFetcher<typeof toolAction>();
  const refused = data as FormState | undefined;
  return (
    <FetcherForm method="post" encType="multipart/form-data">
      <div className="dialog__body pt-0">
        <AddFaceFields {...fields} refused={refused} />
      </div>
      <div className="dialog__foot">
        <Button type="button" look="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={state !== 'idle'}>
          Add face
        </Button>
      </div>
    </FetcherForm>
  );
}

/** The hidden fields precede the photo: the server needs them before the file. */
function AddFaceFields({ person, choices = {}, photo, refused }: Target & { photo?: File; refused?: FormState }) {
  const [checked, setChecked] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const error = checked ?? refused?.fields.photo;
  const check = async (file: File | undefined) => {
    const { checkPhoto } = await import('~/features/tool/upload/check-photo.client');
    setChecked(file ? ((await checkPhoto(file))?.message ?? null) : null);
  };
  useEffect(() => {
    if (!photo || !input.current) return;
    const list = new DataTransfer();
    list.items.add(photo);
    input.current.files = list.files;
    void check(photo);
  }, [photo]);
  return (
    <>
      <input type="hidden" name="intent" value="add-face" />
      {person ? <input type="hidden" name="person" value={person} /> : null}
      {Object.entries(choicesQuery(choices)).map(([name, photos]) => (
        <input key={name} type="hidden" name={name} value={photos} />
      ))}
      {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
      <div className="field">
        <label className="field__label" htmlFor="face-photo">
          A photo of the face
        </label>
        <input
          ref={input}
          id="face-photo"
          className="file-input"
          type="file"
          name="photo"
          accept="image/*"
          aria-invalid={error ? true : undefined}
          aria-describedby="face-photo-hint face-photo-fault"
          onChange={(event) => void check(event.currentTarget.files?.[0])}
        />
        <p className="hint" id="face-photo-hint">
          Sharp, in good light, looking ahead, mouth closed.
        </p>
        <FieldError id="face-photo-fault">{error}</FieldError>
      </div>
      <Check name="consent" value="true" error={refused?.fields.consent}>
        {faceConsentText}
      </Check>
    </>
  );
}

function SampleFaces() {
  const { Form: FetcherForm, formData } = useFetcher<typeof toolAction>();
  const adding = formData?.get('sample');
  return (
    <FetcherForm method="post">
      <input type="hidden" name="intent" value="sample-face" />
      <p className="tiny faint mb-2">Or one of our drawn people:</p>
      <div className="flex flex-wrap gap-2">
        {sampleFaces.map((portrait) => (
          <button
            key={portrait}
            className="rounded-full"
            name="sample"
            value={portrait}
            aria-label={`Add ${portraitName(portrait)}’s face`}
            title={portraitName(portrait)}
            disabled={Boolean(adding)}
          >
            <Face src={portraitThumb(portrait)} size={40} ring={adding === portrait} />
          </button>
        ))}
      </div>
    </FetcherForm>
  );
}
