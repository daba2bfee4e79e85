import { Form, useNavigate } from '@remix-run/react';

import { Button } from '~/components/button';
import { Select } from '~/components/select';

import type { ListQuery } from './list.server';

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  place: ListQuery;
  states: Choice[];
  sorts: Choice[];
  pathTo: (change: ListQuery) => string;
}

/** Without script, a button applies them. */
export function ListTools({ place, states, sorts, pathTo }: Props) {
  const navigate = useNavigate();
  const apply = (form: HTMLFormElement) => {
    const chosen = Object.fromEntries(new FormData(form)) as ListQuery;
    navigate(pathTo(chosen), { preventScrollReset: true });
  };
  return (
    <Form
      method="get"
      className="list-tools"
      key={`${place.state} ${place.sort}`}
      onChange={(event) => apply(event.currentTarget)}
    >
      {place.type ? <input type="hidden" name="type" value={place.type} /> : null}
      <Select label="Show" name="state" options={states} defaultValue={place.state} />
      <Select label="Sort by" name="sort" options={sorts} defaultValue={place.sort} />
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  );
}
