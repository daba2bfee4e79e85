// The measure of the others: express with nothing in it.
import type { AddressInfo } from 'node:net';

import express from 'express';

const app = express();
app.get('/', (_request, response) => void response.send('Hello'));
const server = app.listen(0, () => console.log((server.address() as AddressInfo).port));
