import { Service, StatusRecord } from '@shirube/contracts';
import { Type } from '@sinclair/typebox';
import { plainText, sellersName, sellersWords } from '../plainText.js';
import { priceText, uptimeText, waysText } from '../serviceSummary.js';
import { defineTool, required, ServiceId } from './tool.js';

const { uptimeScore, lastChecked, txCount, totalRevenue } = StatusRecord.properties;

const presented = ['provider', 'documentationUrl', 'iconUrl', 'tags'] as const;

export const getService = defineTool({
  name: 'get_service',
  title: 'Get one paid API with its payment configuration',
  description:
    'Everything about one service by its id: endpoint, how to call it if known, price, x402 payment address and network, trust and uptime.',
  input: Type.Object({ id: ServiceId }, { additionalProperties: false, expected: 'an object with id' }),
  output: Type.Object({
    // The full schema of a service would take more of a model's context than all tools together.
    service: Type.Object({
      ...Type.Omit(Service, [...presented, 'createdAt', 'updatedAt', 'ownerVerified']).properties,
      call: Type.Optional(Type.Unknown({ description: 'How it is called: parameters and answer as JSON Schemas.' })),
    }),
    status: Type.Object({ uptimeScore, lastChecked, txCount, totalRevenue }),
  }),
  async run(reads, { id }) {
    const found = required(await reads.findService(id));
    const { uptimeScore, lastChecked, txCount, totalRevenue } = found.status;
    const service = {
      ...found.service,
      name: plainText(found.service.name),
      description: plainText(found.service.description),
    };
    const { provider, documentationUrl, tags, call, accepts } = service;
    const sellerDetails = { provider, documentationUrl, tags };
    const { paymentAddress, network } = service.x402Config;
    const lines = [
      `${sellersName(service.name)} (id ${service.id})`,
      sellersWords(service.description),
      `Endpoint: ${service.endpoint}`,
      `Category: ${service.category}`,
      `Price: ${priceText(service.pricing)}`,
      `x402 payment: to ${paymentAddress} on ${network}`,
      ...(service.testnet ? ['On a test network: no real money.'] : []),
      ...waysText(accepts),
      `Trust: ${service.trustScore}/100, ${service.status}; ${uptimeText(found.status)}`,
      ...Object.entries(sellerDetails).flatMap(([name, value]) =>
        value ? `Seller's words, ${name}: ${plainText(JSON.stringify(value))}` : [],
      ),
      ...(call ? [`Seller's words, how it is called, with JSON Schemas: ${plainText(JSON.stringify(call))}`] : []),
      'To use it, read how_to_call, then call the endpoint: it answers 402 with the exact payment it asks for. Pay only if address, network and amount match the above.',
    ];
    return {
      text: lines.join('\n'),
      data: { service, status: { uptimeScore, lastChecked, txCount, totalRevenue } },
    };
  },
});
