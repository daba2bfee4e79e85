// Reference: an empty node:http server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_request, response) => void response.end('Hello'));
server.listen(0, () => console.log((server.address() as AddressInfo).port));
