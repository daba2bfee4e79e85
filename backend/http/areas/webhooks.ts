import { createEndpoint } from '#backend/domain/webhook/create-endpoint';
import { deleteEndpoint } from '#backend/domain/webhook/delete-endpoint';
import { listDeliveries } from '#backend/domain/webhook/list-deliveries';
import { listEndpoints } from '#backend/domain/webhook/list-endpoints';
import { pingEndpoint } from '#backend/domain/webhook/ping-endpoint';
import { resendDelivery } from '#backend/domain/webhook/resend-delivery';
import { rotateSecret } from '#backend/domain/webhook/rotate-secret';
import { updateEndpoint } from '#backend/domain/webhook/update-endpoint';
import type { Handlers } from '#backend/http/mount';

export const webhooks: Handlers<'webhooks'> = {
  my_webhooks: (deps) => listEndpoints(deps),
  my_webhook_create: (deps, wanted) => createEndpoint(deps, wanted),
  my_webhook_update: (deps, wanted) => updateEndpoint(deps, wanted),
  my_webhook_delete: async (deps, which) => {
    await deleteEndpoint(deps, which);
    return {};
  },
  my_webhook_rotate: (deps, which) => rotateSecret(deps, which),
  my_webhook_ping: (deps, which) => pingEndpoint(deps, which),
  my_webhook_deliveries: (deps, query) => listDeliveries(deps, query),
  my_webhook_resend: (deps, which) => resendDelivery(deps, which),
};
