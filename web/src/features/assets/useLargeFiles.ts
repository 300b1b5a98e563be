import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import type { OwnAsset } from "@/store/own";
import { addressOf, myUploads } from "@/uploads/api";
import { fileProblem } from "@/uploads/check";
import type { KeptUpload, Purpose } from "@/uploads/types";
import { useUploads } from "@/uploads/useUploads";
import { attach, deliverAgain, deliveries, sendFor, targetOf } from "./largeFiles";

/** The large files of a purpose on their way to an asset, and how more are sent. */
export function useLargeFiles(asset: OwnAsset, purpose: Purpose) {
  const queue = useUploads();
  const queries = useQueryClient();
  const mine = useQuery(myUploads());
  const known = useStore(deliveries);
  const [refused, setRefused] = useState<string>();
  const { _id: id, media } = asset;
  const isEmpty = !media.some((one) => one.purpose === purpose);

  const items = queue.items.filter(({ key, purpose: what }) => {
    const delivery = known[key];
    return what === purpose && delivery?.target._id === id;
  });

  /** Whether an upload that is not in the queue is this asset's, or may be. */
  function isOurs(uploadId: string): boolean {
    if (queue.items.some((one) => one.uploadId === uploadId)) return false;
    const target = targetOf(uploadId);
    // Begun on another device, whose memory this one has not.
    return target === undefined ? isEmpty : target === id;
  }
  const kept = (mine.data?.data ?? []).filter((one) => one.purpose === purpose && isOurs(one._id));
  const arrived = kept.filter(({ finished }) => finished);
  useArrived(asset, purpose, arrived);

  /** Whether a file may be sent; if not, `refused` says why. */
  function admits(file: File): boolean {
    const allowed = mine.data?.allowed[purpose];
    const problem = allowed && fileProblem(file, purpose, allowed);
    setRefused(problem);
    return problem === undefined;
  }

  function send(file: File, address?: string) {
    if (!admits(file)) return;
    sendFor(queue, { target: asset, purpose, file, queries, ...(address && { address }) });
  }

  return {
    allowed: mine.data?.allowed[purpose],
    /** Of files that are being sent, or wait for their file. */
    isUnderWay: items.length > 0 || kept.some(({ finished }) => !finished),
    /** What is being sent now; a submission would miss it. */
    isSending: items.length > 0,
    /** Why the last chosen file cannot be sent. */
    refused,
    failed: items.flatMap(({ key, name }) => {
      const problem = known[key]?.problem;
      const isRetryable = known[key]?.isRetryable ?? false;
      return problem === undefined ? [] : [{ key, name, problem, isRetryable }];
    }),
    /** Uploaded on another device, and used by nothing. */
    strays: arrived.filter(({ _id }) => targetOf(_id) === undefined),
    shows: ({ key, uploadId }: { key?: string; uploadId: string | undefined }) =>
      key === undefined
        ? uploadId !== undefined && isOurs(uploadId)
        : known[key]?.target._id === id,
    admits,
    send,
    sendOn: (file: File, uploadId: string) => send(file, addressOf(uploadId)),
    tryAgain: (key: string) => deliverAgain(queue, key, queries),
    giveUp: (key: string) => queue.cancel(key),
    use: (uploadId: string) => attach(asset, purpose, uploadId, queries),
  };
}

export type LargeFiles = ReturnType<typeof useLargeFiles>;

/** What had arrived when the page was left becomes part of its asset as soon as somebody looks. */
function useArrived(asset: OwnAsset, purpose: Purpose, arrived: readonly KeptUpload[]) {
  const queries = useQueryClient();
  const first = arrived.find(({ _id }) => targetOf(_id) === asset._id)?._id;
  const take = useEffectEvent((uploadId: string) => {
    attach(asset, purpose, uploadId, queries).catch((error: unknown) => {
      console.warn(messageOf(error)); // it stays among the uploads, and is asked for again
    });
  });
  useEffect(() => {
    if (first !== undefined) take(first);
  }, [first]);
}
