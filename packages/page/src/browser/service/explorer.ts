/** The block explorer of each chain, by canonical name. */
const explorers: Readonly<Record<string, string>> = {
  base: 'https://basescan.org/address/',
  'base-sepolia': 'https://sepolia.basescan.org/address/',
  ethereum: 'https://etherscan.io/address/',
  sepolia: 'https://sepolia.etherscan.io/address/',
  polygon: 'https://polygonscan.com/address/',
  'polygon-amoy': 'https://amoy.polygonscan.com/address/',
  arbitrum: 'https://arbiscan.io/address/',
  'arbitrum-sepolia': 'https://sepolia.arbiscan.io/address/',
  optimism: 'https://optimistic.etherscan.io/address/',
  'optimism-sepolia': 'https://sepolia-optimism.etherscan.io/address/',
  avalanche: 'https://snowtrace.io/address/',
  'avalanche-fuji': 'https://testnet.snowtrace.io/address/',
  bsc: 'https://bscscan.com/address/',
  'bsc-testnet': 'https://testnet.bscscan.com/address/',
  solana: 'https://solscan.io/account/',
  sei: 'https://seitrace.com/address/',
  iotex: 'https://iotexscan.io/address/',
};

/** Returns the page of an address in a block explorer of its chain; undefined if none is known. */
export function explorerAddress(chain: string | undefined, address: string): string | undefined {
  const explorer = explorers[chain ?? ''];
  return explorer && `${explorer}${encodeURIComponent(address)}`;
}
