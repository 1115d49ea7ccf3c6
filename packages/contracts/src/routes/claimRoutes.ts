import { OwnerClaim, OwnerProof } from '../claim.js';
import { ServiceDetail } from '../service.js';
import { keyed, NoParameters, ServiceParams } from './routeContract.js';

export const claimService = keyed(
  'POST',
  '/api/services/:id/claim',
  { params: ServiceParams, querystring: NoParameters, response: { 200: OwnerClaim } },
  { problems: [404, 410] },
);

export const proveClaim = keyed(
  'POST',
  '/api/services/:id/claim/proof',
  { params: ServiceParams, querystring: NoParameters, body: OwnerProof, response: { 200: ServiceDetail } },
  { problems: [404, 409, 410] },
);
