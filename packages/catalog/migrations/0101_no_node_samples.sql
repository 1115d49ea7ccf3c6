-- Prometheus and Grafana have the history of the search nodes.
drop table node_samples;
