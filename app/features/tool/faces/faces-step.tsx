import { Form, useActionData, useSearchParams } from '@remix-run/react';
import { useState } from 'react';

import type { FormState } from '~/lib/form-state';
import { useFocusError } from '~/lib/use-focus-error';

import { AddFace } from './add-face';
import { choicesQuery, parseChoices } from '~/features/tool/choices';
import { ChoosingStage, matchesChoices, previewError } from './choosing-stage';
import { PersonChoice } from './person-choice';
import { PreviewRow } from './preview-row';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { SwapDock } from '~/features/tool/swap/swap-dock';
import { useToolPath } from '~/features/tool/tool-path';
import { useChoices } from './use-choices';
import { formatSelection, selectedPart } from '~/features/tool/format';

// HTML forms cannot be nested, so the swap's fields name their form.
const swapForm = 'swap';

export function FacesStep({ material, persons, faces, price, preview, formKey }: StepData<'faces'>) {
  const refused = useActionData() as FormState | undefined;
  useFocusError(refused);
  const [open, setOpen] = useState(persons[0]!.key);
  const [search] = useSearchParams();
  const initial = parseChoices(refused ? Object.entries(refused.values) : search);
  const { choices, choose } = useChoices({
    form: swapForm,
    subject: material.material_id,
    persons,
    faces,
    activePerson: open,
    initial,
    addedFace: search.get('face'),
  });
  const found = persons.length === 1 ? 'one person found' : `${persons.length} people found`;
  const toolPath = useToolPath();
  const previewed = parseChoices(search);
  const shown = matchesChoices(previewed, choices) ? preview : null;
  const isMoving = material.kind !== 'photo';

  return (
    <>
      <ToolHeader
        title={material.name}
        detail={`${formatSelection(material)}, ${found}`}
        now="Faces"
        isMoving={isMoving}
        links={{ Upload: toolPath(), Trim: toolPath({ material: material.material_id, step: 'trim' }) }}
      />
      <Form method="post" id={swapForm}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="material_id" value={material.material_id} />
        <input type="hidden" name="key" value={formKey} />
      </Form>
      <div className="tool__grid">
        <ChoosingStage
          material={material}
          persons={persons}
          open={open}
          preview={shown}
          place={{ material: material.material_id, ...choicesQuery(previewed) }}
        />
        <div className="panel tool__panel">
          <div className="panel__head">
            <h2 className="t-card">Who becomes whom?</h2>
          </div>
          <div className="grid gap-0.5 px-2 py-3">
            {persons.map((person, index) => (
              <PersonChoice
                key={person.key}
                form={swapForm}
                person={person}
                name={`Person ${index + 1}`}
                faces={faces}
                chosen={choices[person.key] ?? ''}
                onChoose={(face) => choose(person.key, face)}
                part={selectedPart(material)}
                keptPhotos={initial[person.key]}
                isOpen={person.key === open}
                onOpen={() => setOpen(person.key)}
              />
            ))}
            <PreviewRow form={swapForm} error={refused?.fields.bind_face ?? previewError(shown)} />
          </div>
          <div className="panel__body rule-top">
            <AddFace hasFaces={faces.length > 0} refused={refused} faceCount={faces.length} />
          </div>
          <SwapDock form={swapForm} price={price} refused={refused} />
        </div>
      </div>
    </>
  );
}
