"""Learns the shares of the score and the weights of the confidence from the output of parts.js."""
import json
import math
import sys

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_val_predict

NAMES = ["words", "vector", "meaning", "tasks", "coverage", "likeness"]
FOLDS = 5


def read(paths):
    queries = [json.loads(line) for path in paths for line in open(path)]
    for query in queries:
        query["parts"] = np.array([answer["parts"] for answer in query["answers"]])
        query["grades"] = np.array([answer["grade"] for answer in query["answers"]])
    return queries


def shares_of(queries, penalty=1.0):
    """The shares under which a softmax over the answers is nearest to their grades. None is negative."""
    sets = [(q["parts"], (2.0 ** q["grades"] - 1)) for q in queries]
    sets = [(parts, gains / gains.sum()) for parts, gains in sets]

    def loss(weights):
        value, slope = penalty * weights @ weights, 2 * penalty * weights
        for parts, wanted in sets:
            scores = parts @ weights
            got = np.exp(scores - scores.max())
            got /= got.sum()
            value -= wanted @ np.log(got + 1e-12)
            slope = slope + parts.T @ (got - wanted)
        return value / len(sets), slope / len(sets)

    bounds = [(0, None)] * len(NAMES)
    weights = minimize(loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B", bounds=bounds).x
    return weights / weights.sum()


def ndcg(query, shares):
    gain = lambda grades: sum((2**grade - 1) / math.log2(i + 2) for i, grade in enumerate(grades[:10]))
    order = np.argsort(-query["parts"] @ shares, kind="stable")
    return gain(list(query["grades"][order])) / gain(query["best"])


def evidence(query, shares):
    """The score of the first answer, its lead over the next four, and whether it is good."""
    scores = query["parts"] @ shares
    first, *others = np.argsort(-scores)[:5]
    return scores[first], scores[first] - scores[others].mean(), query["grades"][first] > 0


queries = read(sys.argv[1:])
judged = [query for query in queries if query["grades"].max() > 0]
order = np.random.RandomState(1).permutation(len(judged))
quality = {}
for fold in range(FOLDS):
    held = set(order[fold::FOLDS])
    shares = shares_of([query for i, query in enumerate(judged) if i not in held])
    print("without one fifth:", dict(zip(NAMES, shares.round(3).tolist())))
    for i in held:
        quality.setdefault(judged[i]["lang"], []).append(ndcg(judged[i], shares))
print("nDCG@10, cross-validated:", {lang: round(float(np.mean(all)), 3) for lang, all in quality.items()})

shares = shares_of(judged).round(2)
print("shares:", dict(zip(NAMES, shares.tolist())))
rows = np.array([evidence(query, shares) for query in queries])
facts, good = rows[:, :2], rows[:, 2] > 0
model = LogisticRegression(C=1000, max_iter=5000)
likely = cross_val_predict(model, facts, good, cv=10, method="predict_proba")[:, 1]
model.fit(facts, good)
print("confidence:", {"constant": model.intercept_[0], "score": model.coef_[0][0], "lead": model.coef_[0][1]})
print("AUC, cross-validated:", round(roc_auc_score(good, likely), 3), "by score alone:", round(roc_auc_score(good, facts[:, 0]), 3))
for low, high in zip([0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01]):
    own = (likely >= low) & (likely < high)
    if own.any():
        print(f"probability {low} to {min(high, 1)}: {own.sum()} first answers, {good[own].mean():.2f} of them good")
