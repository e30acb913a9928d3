import { BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AllowedAddress } from './allowed-address.entity.js';

/** The addresses that may sign in. An empty list allows all. */
@Injectable()
export class AddressListService {
  constructor(private readonly dataSource: DataSource) {}

  async allows(address: string): Promise<boolean> {
    const rows = await this.dataSource.manager.find(AllowedAddress);
    if (rows.length === 0) return true;
    const allowed = new BlockList();
    for (const { entry } of rows) add(allowed, entry);
    return allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
}

/** An entry that is neither an address nor a network allows nobody. */
function add(addresses: BlockList, entry: string): void {
  const [network = '', prefix] = entry.split('/');
  const version = isIP(network);
  if (version === 0) return;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const widest = version === 6 ? 128 : 32;
  if (prefix === undefined) addresses.addAddress(network, family);
  else if (/^\d+$/.test(prefix) && Number(prefix) <= widest)
    addresses.addSubnet(network, Number(prefix), family);
}
