import { useSearchParams } from '@remix-run/react';
import { useMemo, useState } from 'react';

import { parseChoices } from '~/features/tool/choices';
import type { StepData } from '~/features/tool/load-tool.server';
import type { FormState } from '~/lib/form-state';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useFocusError } from '~/lib/use-focus-error';

import { previewOf } from './choosing-stage';
import { faceOptions } from './face-options';
import { useChoices } from './use-choices';
import { useOpenPersons } from './use-open-persons';
import { useQuality } from './use-quality';

type Data = Pick<StepData<'faces'>, 'material' | 'persons' | 'faces' | 'otherFaces' | 'qualities' | 'preview'>;

/**
 * What is chosen on the page and what it was refused for.
 * @param form id of the swap form
 */
export function useFacesStep(form: string, { material, persons, faces, otherFaces, qualities, preview }: Data) {
  const subject = material.material_id;
  const [search] = useSearchParams();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);

  const options = useMemo(() => faceOptions(faces), [faces]);
  const quality = useQuality({ form, subject, qualities, refused: refused?.values.quality });
  const { choices, choose: setFace } = useChoices({
    ...{ form, subject, persons, faces: options, otherFaces },
    refused: refused && parseChoices(Object.entries(refused.values)),
    isKept: true,
  });
  const [corrected, setCorrected] = useState<FormState>();
  const choose = (person: string, face: string) => {
    setCorrected(refused);
    setFace(person, face);
  };

  /** Person whose new-face form is shown without script. */
  const addFor = persons.find(({ key }) => key === (refused?.values.person ?? search.get('add')))?.key;
  const rows = useOpenPersons(persons, addFor);
  const [adding, setAdding] = useState<{ person: string; photo?: File } | null>(null);
  const add = (person: string, photo?: File) => {
    rows.activate(person);
    setAdding({ person, photo });
  };

  const previewed = parseChoices(search);
  const isSameQuality = quality.id === (search.get('quality') ?? qualities[0]?.id);
  return {
    refused,
    choicesError: refused === corrected ? undefined : refused?.fields.bind_face,
    options,
    quality,
    choices,
    choose,
    rows,
    addFor,
    /** The person of the open dialog, and a photo dropped on them. */
    adding,
    add,
    endAdding: () => setAdding(null),
    previewed,
    place: { material: subject, quality: search.get('quality') ?? undefined },
    /** Null once it does not show what is chosen. */
    preview: isSameQuality ? previewOf(preview, previewed, choices) : null,
  };
}
