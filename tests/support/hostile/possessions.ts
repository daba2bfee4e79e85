import { ids } from '#contract/examples';
import { addFace, detect, upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { signInAtSite } from '#tests/support/site';

/** Creates one of each object; returns a function that inserts their ids. */
export async function realIds(url: string): Promise<(json: string) => string> {
  const member = await signInAtSite(url);
  const material = await upload(member, member, portraitBytes('otto'));
  const detection = await detect(member, material);
  const face = await addFace(member, portraitBytes('elsa'));
  const bound = { material_id: material, bind_face: JSON.stringify({ p1: face.face_id }), consent: 'true' };
  const order = await member.call('faceswap_create', bound);
  const { items } = await member.call('payment_products', {});
  const payment = await member.call('stripe_buy', { product_id: items[0]!.product_id });
  const { uid } = await member.call('my_userinfo', {});
  const real: Record<string, string> = {
    [ids.material]: material,
    [ids.face]: face.face_id,
    [ids.order]: order.order_id,
    [ids.swap]: order.task_id,
    [ids.detection]: detection.task_id,
    [ids.payment]: payment.payment_id,
    sub_month: items[0]!.product_id,
    '019a9e00-0000-7000-8000-000000000001': uid,
  };
  return (json) => Object.entries(real).reduce((text, [example, id]) => text.replaceAll(example, id), json);
}
