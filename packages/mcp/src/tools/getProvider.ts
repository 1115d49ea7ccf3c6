import { ProviderDetail } from '@shirube/contracts';
import { pluralize } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { plainText } from '../plainText.js';
import { rangeText } from '../serviceSummary.js';
import { defineTool, ToolFault } from './tool.js';

/** A provider may have very many categories and addresses. */
const mostListed = 10;

function listed(values: readonly string[]): string {
  const rest = values.length > mostListed ? ` and ${values.length - mostListed} more` : '';
  return values.slice(0, mostListed).join(', ') + rest;
}

export const getProvider = defineTool({
  name: 'get_provider',
  title: 'Get a provider of paid APIs',
  description: 'What one provider offers: number of services, categories, prices, trust, uptime. By its domain.',
  input: Type.Object(
    { domain: Type.String({ description: 'As find_services returned it.', expected: 'the domain of a provider' }) },
    { additionalProperties: false, expected: 'an object with domain' },
  ),
  output: Type.Pick(ProviderDetail, ['domain', 'name', 'services']),
  async run(reads, { domain }) {
    const provider = await reads.findProvider(domain);
    if (!provider) throw new ToolFault('No provider has this domain. Take it from find_services.');
    const { trust, uptime, listed: _listed, others, ...data } = provider;
    const lines = [
      `${provider.domain}, named by its sellers: ${JSON.stringify(plainText(provider.name))}. ${pluralize(provider.services, 'service')}: list them with find_services and host.`,
      `Categories: ${listed(provider.categories)}. Chains: ${listed(provider.chains)}. Prices: ${provider.prices.map(rangeText).join('; ')}.`,
      `Trust: median ${trust.median}, best ${trust.best} of 100; ${Math.round(100 * provider.verifiedShare)} % verified; ${uptime === null ? 'never checked' : `uptime ${uptime} % of 30 days`}.`,
      `Registered from ${provider.firstRegisteredAt} to ${provider.lastRegisteredAt}; ${provider.isClaimed ? 'its owner has proven ownership' : 'its owner has not proven ownership'}.`,
      `Paid at ${listed(provider.paymentAddresses)}.`,
    ];
    if (others)
      lines.push(`Not counted: ${others.services} listed by others, paid at ${listed(others.paymentAddresses)}.`);
    return { text: lines.join('\n'), data };
  },
});
