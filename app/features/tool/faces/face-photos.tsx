import type { FormProps } from '@remix-run/react';
import { useState, type ComponentType, type FormEvent } from 'react';

import type { Face, FacePhoto } from '#contract/index';
import { facePhotosMax } from '#contract/rules';

import { Button, buttonClass } from '~/components/button';
import { FaceChip } from '~/components/face';
import { FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import type { FormState } from '~/lib/form-state';
import { areReadable, unreadableMessage } from '~/lib/readable-file';
import { useRefusedPlace } from '~/lib/use-refused-place';
import { useHydrated } from '~/loading/use-hydrated';

import { ReviewLink } from '~/features/account/review-link';

interface Props {
  face: Face;
  Form: ComponentType<FormProps>;
  action?: string;
  refused?: FormState;
  isSending?: boolean;
}

export function FacePhotos({ face, refused, ...given }: Props) {
  const refusedPlace = useRefusedPlace(Boolean(refused));
  const forms = { ...given, action: given.action ?? refusedPlace.action };
  const { Form, action, isSending } = forms;
  const { photos } = face;
  return (
    <section className="grid gap-4" aria-label={`Photos of ${face.name}`}>
      <ul className="photo-list" aria-live="polite">
        {photos.map((photo, index) => (
          <li key={photo.photo_id} className="photo-list__item">
            <img src={photo.thumb_url} alt={`Photo ${index + 1}`} width={72} height={72} />
            <div className="min-w-0">
              <b className="block small" data-doubtful={isDoubtful(photo) || undefined}>
                {photo.verdict ?? 'Added earlier'}
              </b>
              <span className="tiny faint">Photo {index + 1}</span>
            </div>
            {photos.length > 1 ? (
              <Form method="post" action={action}>
                <input type="hidden" name="intent" value="delete-photo" />
                <input type="hidden" name="photo_id" value={photo.photo_id} />
                <Button type="submit" look="ghost" size="small" aria-label={`Remove photo ${index + 1}`}>
                  Remove
                </Button>
              </Form>
            ) : null}
            {photo.people.length > 0 ? <PersonChoice photo={photo} {...forms} /> : null}
          </li>
        ))}
      </ul>
      <div className="grid gap-4" id={refusedPlace.id}>
        {photos.length < facePhotosMax ? (
          <AnotherPhoto faceId={face.face_id} Form={Form} action={action} isSending={isSending} />
        ) : (
          <p className="tiny faint">A face has at most {facePhotosMax} photos.</p>
        )}
        <FieldError id="photo-fault">{isSending ? undefined : (refused?.fields.photo ?? refused?.message)}</FieldError>
        <ReviewLink message={isSending ? undefined : refused?.message} />
      </div>
    </section>
  );
}

/** A swap would mix two people. */
const isDoubtful = ({ warnings }: FacePhoto) => warnings.some(({ code }) => code === 'another_person');

function PersonChoice({ photo, Form, action }: { photo: FacePhoto } & Pick<Props, 'Form' | 'action'>) {
  const isHydrated = useHydrated();
  const send = isHydrated ? submitForm : undefined;
  const chosen = photo.people.find((person) => person.chosen)?.person;
  return (
    <Form method="post" action={action} onChange={send} className="photo-list__people" key={chosen}>
      <input type="hidden" name="intent" value="choose-person" />
      <input type="hidden" name="photo_id" value={photo.photo_id} />
      <fieldset className="grid gap-2">
        <legend className="small mb-2">
          <b>Which of these people is it?</b>
        </legend>
        <div className="flex flex-wrap gap-2">
          {photo.people.map(({ person, thumb_url, verdict }, index) => (
            <span key={person} title={verdict}>
              <FaceChip
                src={thumb_url}
                label={`Person ${index + 1}`}
                name="person"
                value={person}
                defaultChecked={person === chosen}
              />
            </span>
          ))}
        </div>
      </fieldset>
      {isHydrated ? null : (
        <Button type="submit" size="small">
          Use this person
        </Button>
      )}
    </Form>
  );
}

/** Sent at once; without script, by the button. */
function AnotherPhoto({ faceId, Form, action, isSending }: { faceId: string } & Omit<Props, 'face' | 'refused'>) {
  const isHydrated = useHydrated();
  const [isUnreadable, setUnreadable] = useState(false);
  const send = async (form: HTMLFormElement, field: HTMLInputElement) => {
    const canBeRead = await areReadable(field.files!);
    setUnreadable(!canBeRead);
    if (canBeRead) form.requestSubmit();
    field.value = ''; // browsers report no change when the same file is chosen again, as after a refusal
  };
  const onChange = (event: FormEvent<HTMLFormElement>) =>
    void send(event.currentTarget, event.target as HTMLInputElement);
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      onChange={isHydrated ? onChange : undefined}
      className="grid gap-2"
    >
      {/* The fields precede the photo: the server needs them before the file. */}
      <input type="hidden" name="intent" value="add-photo" />
      <input type="hidden" name="face_id" value={faceId} />
      {isHydrated ? (
        <label className={`${buttonClass({ block: true })} relative`} data-busy={isSending || undefined}>
          <Icon name="plus" />
          Another photo of the same person
          {/* Not disabled while sending: a disabled field is left out of the form. */}
          <input className="sr-only" type="file" name="photo" accept="image/*" />
        </label>
      ) : (
        <>
          <label className="small" htmlFor="another-photo">
            <b>Another photo of the same person</b>
          </label>
          <input id="another-photo" className="file-input" type="file" name="photo" accept="image/*" />
          <Button type="submit">Add photo</Button>
        </>
      )}
      <FieldError id="unreadable-photo">{isUnreadable ? unreadableMessage : undefined}</FieldError>
      <p className="tiny faint">
        From another side, in another light: it helps the likeness. Only the same person, who agreed to it.
      </p>
    </Form>
  );
}

const submitForm = (event: FormEvent<HTMLFormElement>) => event.currentTarget.requestSubmit();
