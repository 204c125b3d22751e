import java.util.Arrays;
import java.util.stream.IntStream;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * Runs nodes of OpenSearch until its input ends: java Nodes.java FOLDER NODES PORT_BEFORE_THE_FIRST [NUMBER]. With a number only
 * that node, which finds the others, in processes of their own, by their ports.
 */
public class Nodes {
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    int before = Integer.parseInt(args[2]);
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
      if (args.length < 4) return;
      int own = Integer.parseInt(args[3]);
      int[] all = IntStream.rangeClosed(1, count).toArray();
      settings.put("node.name", "node" + own).put("http.port", before + own).put("transport.port", before + 100 + own)
          .putList("discovery.seed_hosts", Arrays.stream(all).mapToObj(n -> "127.0.0.1:" + (before + 100 + n)).toList())
          .putList("cluster.initial_cluster_manager_nodes", Arrays.stream(all).mapToObj(n -> "node" + n).toList())
          // A lost node is noticed within seconds.
          .put("cluster.fault_detection.leader_check.interval", "500ms")
          .put("cluster.fault_detection.leader_check.timeout", "2s")
          .put("cluster.fault_detection.follower_check.interval", "500ms")
          .put("cluster.fault_detection.follower_check.timeout", "2s");
    });
    runner.build(OpenSearchRunner.newConfigs().basePath(args[0]).numOfNode(args.length < 4 ? count : 1)
        .baseHttpPort(before).clusterName("souk-" + before));
    runner.ensureYellow();
    System.out.println("nodes are ready");
    while (System.in.read() >= 0);
    runner.close();
    System.exit(0);
  }
}
