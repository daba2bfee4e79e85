import { expect, test } from 'vitest';

import './support/environment';
import { answer, exampleOf, answerError } from './support/fake-api';
import { get } from './support/visit';

import { loader } from '~/routes/home';

const visit = async () => (await loader(await get('/'))).offer;

test('the home page goes without plans while the API says no, then shows those by the month, and remembers them for all hosts', async () => {
  const [product] = exampleOf('payment_products').items;
  answerError('payment_products', 'too_many_requests');
  answer('tool_lists');
  expect(await visit()).toBeNull();

  const asked = answer('payment_products', {
    items: [
      { ...product!, product_id: 'light_month', period: 'month' },
      { ...product!, product_id: 'light_year', period: 'year' },
    ],
  });
  expect(await visit()).toMatchObject({ plans: [{ product_id: 'light_month' }] });
  expect(await visit()).toMatchObject({ plans: [{ product_id: 'light_month' }] });
  const { offer } = await loader({ ...(await get('/')), request: new Request('https://any-name.test/') });
  expect(offer).toMatchObject({ plans: [{ product_id: 'light_month' }] });
  expect(asked).toHaveLength(1);
});
