import { evonet } from '#tests/support/providers/evonet';
import { futurepay } from '#tests/support/providers/futurepay';
import { nowpayments } from '#tests/support/providers/nowpayments';
import { onerway } from '#tests/support/providers/onerway';
import { payssion } from '#tests/support/providers/payssion';
import { paypal } from '#tests/support/providers/paypal';
import { stripe } from '#tests/support/providers/stripe';
import { paymentConformance } from '#tests/support/conformance/payments';

const providers = { stripe, paypal, nowpayments, payssion, onerway, evonet, futurepay };

for (const [name, open] of Object.entries(providers)) paymentConformance(name, () => open());
