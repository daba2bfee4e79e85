import { useCallback, useEffect, useRef, useState } from 'react';

import { buttonClass } from '~/components/button';
import { Icon } from '~/components/icon';
import { loadUploadCode } from '~/features/tool/upload/load-upload-code';
import { RefusedFile } from '~/features/tool/upload/refused-file';
import type { FileRefusal } from '~/features/tool/upload/upload-types';
import { useObjectUrl } from '~/lib/use-object-url';
import { useHydrated } from '~/loading/use-hydrated';

import { useFileDrop } from '~/features/tool/upload/use-file-drop';

import { CameraButton } from './camera-button';

interface Props {
  /** E.g. dropped on a person. */
  initial?: File;
  error?: string;
  /** The form was sent and refused: browsers forget its file when they draw the page anew. */
  isRefused?: boolean;
  onChoose: () => void;
}

const chooseAgain = 'Choose the photo again: the page could not keep it.';

async function refusalOf(photo: File): Promise<FileRefusal | null> {
  try {
    const { checkPhoto } = await loadUploadCode();
    return await checkPhoto(photo);
  } catch (error) {
    return { message: (error as Error).message };
  }
}

/** Also accepts dropped, pasted and newly taken photos. */
export function PhotoPicker({ initial, error, isRefused = false, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<File>();
  const [refusal, setRefusal] = useState<FileRefusal | null>(null);
  const [isForgotten, setIsForgotten] = useState(isRefused); // at first: a form that is refused later keeps its file
  const isHydrated = useHydrated();
  const changed = useRef(onChoose);
  changed.current = onChoose;

  const show = useCallback(async (file: File | undefined) => {
    setPhoto(file);
    setRefusal(null);
    setIsForgotten(false);
    changed.current();
    if (!file) return;
    const refused = await refusalOf(file);
    // The user may have chosen another photo during the check.
    if (input.current?.files?.[0] === file) setRefusal(refused);
  }, []);
  const take = useCallback(
    (file: File) => {
      const list = new DataTransfer();
      list.items.add(file);
      input.current!.files = list.files;
      void show(input.current!.files[0]);
    },
    [show],
  );
  useEffect(() => void (initial && take(initial)), [initial, take]);
  useEffect(() => {
    const field = input.current!;
    // What browsers send instead of a change for a file of the same name, also if it was saved anew.
    const showAgain = () => field.files?.[0] === photo || void show(field.files?.[0]);
    field.addEventListener('cancel', showAgain);
    return () => field.removeEventListener('cancel', showAgain);
  }, [photo, show]);
  const takeFirst = useCallback(([file]: File[]) => file && take(file), [take]);
  const isOver = useFileDrop(isHydrated ? takeFirst : undefined);
  const message = error ?? (isForgotten ? chooseAgain : undefined);
  const shown = refusal ?? (message ? { message } : undefined);

  return (
    <div className="field">
      <label className="field__label" htmlFor="face-photo">
        A photo of the face
      </label>
      <div className="photo-picker" data-over={isOver || undefined}>
        <PhotoPreview photo={photo} />
        <div className="grid min-w-0 grow gap-2">
          <input
            ref={input}
            id="face-photo"
            className="file-input"
            type="file"
            name="photo"
            accept="image/*"
            aria-invalid={shown ? true : undefined}
            aria-describedby="face-photo-hint face-photo-fault"
            onChange={(event) => void show(event.currentTarget.files?.[0])}
          />
          {isHydrated ? (
            <label className={`${buttonClass({ size: 'small' })} photo-picker__camera`}>
              <Icon name="camera" size={16} />
              Take a photo
              <input
                className="sr-only"
                type="file"
                accept="image/*"
                capture="user"
                onChange={({ currentTarget }) => {
                  takeFirst([...(currentTarget.files ?? [])]);
                  currentTarget.value = '';
                }}
              />
            </label>
          ) : null}
        </div>
      </div>
      {isHydrated ? <CameraButton onTake={take} /> : null}
      <p className="hint" id="face-photo-hint">
        Sharp, in good light, looking ahead, mouth closed.
        <span className="needs-drop"> You can also drop or paste one.</span>
      </p>
      <RefusedFile id="face-photo-fault" refusal={shown} onCopy={take} />
    </div>
  );
}

/** Empty for formats that the browser does not show. */
function PhotoPreview({ photo }: { photo?: File }) {
  const url = useObjectUrl(photo);
  const [failed, setFailed] = useState<string>();
  if (!url || url === failed) return null;
  return <img className="photo-picker__preview" src={url} alt="The chosen one" onError={() => setFailed(url)} />;
}
